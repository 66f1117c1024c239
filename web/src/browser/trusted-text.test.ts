import assert from 'node:assert/strict';
import { it } from 'node:test';
import { permitMarkup, permitScript } from './trusted-text.ts';

it('lets style sheets through and nothing that makes an element', () => {
  const css = ':root { --a: 1 } @media (min-width: 48em) { .a > .b { color: red } }';
  assert.equal(permitMarkup(css), css);
  for (const text of ['<img src=x onerror=alert(1)>', 'a<b', '<', '</style><script>'])
    assert.equal(permitMarkup(text), null, text);
});

it('starts no script but the service worker', () => {
  assert.equal(permitScript('/sw.js'), '/sw.js');
  for (const address of [
    'sw.js',
    '/sw.js?x',
    '//evil.example/sw.js',
    '/assets/a.js',
    'data:text/javascript,1',
  ])
    assert.equal(permitScript(address), null, address);
});
