import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** A drill that is a test of `npm test` with all that it leaves out there: the setting says so. */
export function wholeTest(file: string, setting: string) {
  return {
    async drill(args: string[]): Promise<void> {
      const chosen = args.length > 0 ? ['--name', args.join(' ')] : [];
      await runNode(['test/run.ts', file, ...chosen], { [setting]: 'all' });
    },
  };
}

/** A drill that is a separate test file, or several, which `npm test` does not run. */
export function testFile(...files: readonly string[]) {
  return { drill: () => runNode(['--test', '--test-concurrency=1', '--test-reporter=spec', ...files], {}) };
}

export async function runNode(args: readonly string[], settings: Record<string, string>): Promise<void> {
  const child = spawn(process.execPath, args, { env: { ...process.env, ...settings }, stdio: 'inherit' });
  process.prependOnceListener('exit', () => child.kill());
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error('The drill has found something wrong.');
}
