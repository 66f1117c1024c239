import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { imageAddress, imageErrors } from './image-address.ts';

describe('the address of a picture', () => {
  it('is kept in its normal form', () => {
    const normal: [string, string][] = [
      ['https://Example.org/a%20b.png', 'https://example.org/a%20b.png'],
      ['https://bücher.example/ü.png', 'https://xn--bcher-kva.example/%C3%BC.png'],
      ['https://example.org:8443/x', 'https://example.org:8443/x'],
      ['https://example.org:443', 'https://example.org/'],
      ['https://example.org/"><script>', 'https://example.org/%22%3E%3Cscript%3E'],
    ];
    for (const [text, address] of normal)
      assert.deepEqual([imageAddress(text), imageErrors(text)], [address, []]);
  });

  it('is a plain https address of a named host', () => {
    for (const text of [
      "https://a.example;script-src'unsafe-inline'/x.png",
      'https://a.example,b.example/x.png',
      "https://'self'/x.png",
      'https://*.example.org/x.png',
      'https://*/x.png',
      'https://a.example.;x/x.png',
      'https://a"b.example/x.png',
      'https://a&b.example/x.png',
      'https://[::1]/x.png',
      'https://user:secret@example.org/x.png',
      'https://user@example.org/x.png',
      'http://example.org/x.png',
      'data:image/png;base64,AAAA',
      'javascript:alert(1)',
      '//example.org/x.png',
      'https://example.org/a b',
      'https://example.org/\nx',
      'https://exam\tple.org/x',
      'https://',
      '',
    ]) {
      assert.equal(imageAddress(text), undefined, text);
      assert.deepEqual(imageErrors(text)[0]?.path, 'image_url', text);
    }
  });
});
