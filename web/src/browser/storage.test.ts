import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { it } from 'node:test';

/** What strict settings forbid or plain http lacks, and the one file that deals with it. */
const guarded: Readonly<Record<string, RegExp>> = {
  'browser/storage.ts': /\b(?:localStorage|sessionStorage)\s*[.[]/,
  'api/locks.ts': /\bnavigator\.locks\b/,
  'api/new-id.ts': /\bcrypto\.randomUUID\b/,
  'ui/use-copy.ts': /\bclipboard\.|\buseClipboard\b/,
};

it('is not reached for where a browser may not have it', async () => {
  const files = (await readdir('web/src', { recursive: true })).filter((name) =>
    /(?<!\.test)\.tsx?$/.test(name),
  );
  assert.ok(files.length > 300);
  for (const name of files) {
    const text = await readFile(path.join('web/src', name), 'utf8');
    for (const [home, pattern] of Object.entries(guarded))
      if (name !== path.normalize(home)) assert.doesNotMatch(text, pattern, `${name}: use ${home}`);
  }
});
