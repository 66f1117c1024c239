import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { wholeNumber } from '../whole-number.ts';

/** The test of the reminders with more people, again and again, and with the real silence of a worker that was killed. */
export async function drill(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { people: { type: 'string', default: '500' }, rounds: { type: 'string', default: '20' } },
  });
  const rounds = wholeNumber('--rounds', values.rounds);
  const people = wholeNumber('--people', values.people);
  const runner = path.join(import.meta.dirname, '../run.ts');
  for (let round = 1; round <= rounds; round += 1) {
    const child = spawn(process.execPath, [runner, 'chaos/reminders'], {
      env: { ...process.env, MUSTER_DRILL_PEOPLE: String(people) },
      stdio: 'inherit',
    });
    const [code] = await once(child, 'exit');
    if (code !== 0) throw new Error(`Round ${round} failed.`);
  }
}
