import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { it } from 'node:test';

it('a process that npm has started ends when the shell in between has ended', async () => {
  const module = new URL('./parent.ts', import.meta.url);
  const program = `import { onParentEnd } from '${module}';
    const timer = setInterval(() => {}, 1_000);
    onParentEnd(() => { console.log('ended'); clearInterval(timer); });
    console.error('ready');`;
  // With a second command, the shell can't become the first one.
  const shell = spawn('sh', ['-c', '"$0" --input-type=module -e "$1"; :', process.execPath, program], {
    env: { PATH: process.env['PATH'] ?? '', npm_lifecycle_event: 'start' },
  });
  const printed = text(shell.stdout);
  await once(shell.stderr, 'data');
  shell.kill('SIGTERM');
  assert.equal(await printed, 'ended\n');
});
