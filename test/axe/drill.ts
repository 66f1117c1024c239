import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { parseArgs } from 'node:util';

/** Every screen of the app as each kind of person, in both languages and themes, on a phone and a desktop. */
export async function drill(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      as: { type: 'string', default: '' },
      path: { type: 'string', default: '' },
      language: { type: 'string', default: '' },
    },
  });
  const child = spawn(process.execPath, ['--test', path.join(import.meta.dirname, 'every-screen.ts')], {
    env: {
      ...process.env,
      MUSTER_DRILL_AS: values.as,
      MUSTER_DRILL_PATH: values.path,
      MUSTER_DRILL_LANGUAGE: values.language,
    },
    stdio: 'inherit',
  });
  process.once('exit', () => child.kill());
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error('axe found something wrong.');
}
