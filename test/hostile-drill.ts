import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** The walk of `npm test` with every hostile value and every kind of caller. */
export async function drill(args: string[]): Promise<void> {
  const chosen = args.length > 0 ? ['--name', args.join(' ')] : [];
  const child = spawn(process.execPath, ['test/run.ts', 'app/hostile-values', ...chosen], {
    env: { ...process.env, MUSTER_HOSTILE: 'all' },
    stdio: 'inherit',
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error('Not every hostile value was met as it should be.');
}
