import assert from 'node:assert/strict';
import { it } from 'node:test';
import { drawBadge, initialsOf } from './badges.ts';

it('draws the same picture every time, and another one for another badge', () => {
  const badge = { id: 1, name: 'Welcome aboard' };
  assert.equal(drawBadge(badge), drawBadge({ ...badge }));
  assert.notEqual(drawBadge(badge), drawBadge({ ...badge, id: 2 }));
});

it('takes the first letters of two words, in any script', () => {
  assert.equal(initialsOf('welcome aboard, all'), 'WA');
  assert.equal(initialsOf('Ärztin'), 'Ä');
  assert.equal(initialsOf('“quoted” <b>'), 'QB');
  assert.equal(initialsOf('第一 次'), '第次');
  assert.equal(initialsOf('🦊 !?'), '★');
});

it('lets no name break out of its place', () => {
  const svg = drawBadge({ id: 3, name: '</title><script>alert("1")</script>&\u0001\ud800' });
  assert.ok(!svg.includes('<script') && !svg.includes('\u0001') && svg.isWellFormed());
  assert.match(svg, /<title>&lt;\/title&gt;&lt;script&gt;alert\(&quot;1&quot;\)&lt;\/script&gt;&amp; /);
});
