import { setTimeout as sleep } from 'node:timers/promises';
import { lockFolder } from './folder-lock.ts';

// One of several processes that want the same folder at the same moment.
const [, , dataDir = '', startAt] = process.argv;
while (Date.now() < Number(startAt)) await sleep(1);
try {
  const lock = await lockFolder(dataDir, undefined);
  console.log('won');
  await sleep(1_500);
  lock.release();
} catch (error) {
  console.log(error instanceof Error ? error.name : error);
}
