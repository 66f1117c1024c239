import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** A drill that is a test of `npm test` with all that it leaves out there: the setting says so. */
export function wholeTest(file: string, setting: string) {
  return {
    async drill(args: string[]): Promise<void> {
      const chosen = args.length > 0 ? ['--name', args.join(' ')] : [];
      const child = spawn(process.execPath, ['test/run.ts', file, ...chosen], {
        env: { ...process.env, [setting]: 'all' },
        stdio: 'inherit',
      });
      const [code] = (await once(child, 'exit')) as [number | null];
      if (code !== 0) throw new Error(`${file} has failed.`);
    },
  };
}
