import { type Argon2Parameters, argon2Sync } from 'node:crypto';
import { constants, getPriority, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';

// On Linux each thread has its own priority, and 0 means the one that asks. Elsewhere it would be the whole process.
// Ten steps below the service, it gets a tenth of a core that both want.
const steps = constants.priority.PRIORITY_BELOW_NORMAL;
if (process.platform === 'linux') setPriority(0, Math.min(19, getPriority(0) + steps));

parentPort?.on('message', (parameters: Argon2Parameters) => {
  parentPort?.postMessage(argon2Sync('argon2id', parameters));
});
