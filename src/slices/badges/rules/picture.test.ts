import assert from 'node:assert/strict';
import { it } from 'node:test';
import { pictureType } from './picture.ts';

const typeOf = (text: string, announced?: string) => pictureType(Buffer.from(text, 'latin1'), announced);

it('knows a picture by its bytes, whatever its host says about it', () => {
  const known: [string, string][] = [
    ['\x89PNG\r\n\x1a\n…', 'image/png'],
    ['\xff\xd8\xff\xe0…', 'image/jpeg'],
    ['GIF89a…', 'image/gif'],
    ['RIFF1234WEBPVP8 ', 'image/webp'],
    ['\0\0\0\x1cftypavif', 'image/avif'],
  ];
  for (const [bytes, type] of known)
    for (const announced of [undefined, type, 'text/html'])
      assert.equal(typeOf(bytes, announced), type, `${type} as ${announced}`);
});

it('takes a drawing that is announced as one, and nothing that is not a picture', () => {
  for (const text of [
    '<svg xmlns="x"/>',
    '<?xml version="1.0"?>\n<!-- a --><svg >',
    ' <!DOCTYPE svg><svg\n>',
  ])
    assert.equal(typeOf(text, 'image/svg+xml; charset=utf-8'), 'image/svg+xml', text);
  assert.equal(typeOf('<svg xmlns="x"/>', 'text/html'), undefined);
  assert.equal(typeOf('<svg xmlns="x">\xff</svg>', 'image/svg+xml'), undefined);
  for (const text of ['', '<html><svg>', '<script>alert(1)</script>', 'PNG', '{"secret":1}', 'GIF'])
    for (const announced of ['image/png', 'image/svg+xml', 'image/svg+xmlx', undefined])
      assert.equal(typeOf(text, announced), undefined, `${text} as ${announced}`);
});
