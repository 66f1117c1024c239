import { parseArgs } from 'node:util';
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
  const total = Number(values.rounds);
  console.log(`seed ${values.seed}`);
  const drills = await Drill.open(Number(values.seed));
  try {
    for (let done = 0; done < total; ) {
      const rounds = Math.min(Number(values.stretch), total - done);
      console.log(printable(await drills.run(rounds)));
      done += rounds;
    }
  } finally {
    await drills.close();
  }
}
