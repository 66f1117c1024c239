import { parseArgs } from 'node:util';
import { wholeNumber } from '../../whole-number.ts';
import { Drill, printable } from './drill.ts';

/**
 * Processes and PostgreSQL are killed under load, over and over; nothing that has happened may be lost on its way to a
 * receiver. Looks after every stretch of rounds whether that holds.
 */
export async function drill(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      rounds: { type: 'string', default: '1000' },
      stretch: { type: 'string', default: '50' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    },
  });
  const total = wholeNumber('--rounds', values.rounds);
  const stretch = wholeNumber('--stretch', values.stretch);
  const seed = wholeNumber('--seed', values.seed, 0);
  console.log(`seed ${seed}`);
  const drills = await Drill.open(seed);
  try {
    for (let done = 0; done < total; ) {
      const rounds = Math.min(stretch, total - done);
      console.log(printable(await drills.run(rounds)));
      done += rounds;
    }
  } finally {
    await drills.close();
  }
}
