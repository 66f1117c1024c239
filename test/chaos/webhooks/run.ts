import { parseArgs } from 'node:util';
import { Drill, printable } from './drill.ts';

/**
 * `npm run chaos:webhooks -- --rounds 1000`: processes and PostgreSQL are killed under load, over and over; nothing that
 * has happened may be lost on its way to a receiver. Looks after every 50 rounds whether that holds.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '100' },
    stretch: { type: 'string', default: '50' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
const total = Number(values.rounds);
console.log(`seed ${values.seed}`);
const drill = await Drill.open(Number(values.seed));
let isStopped = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    isStopped = true;
    console.log('stopping after this stretch');
  });
try {
  for (let done = 0; done < total && !isStopped; ) {
    const rounds = Math.min(Number(values.stretch), total - done);
    console.log(printable(await drill.run(rounds)));
    done += rounds;
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await drill.close();
}
