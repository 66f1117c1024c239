import assert from 'node:assert/strict';
import { it } from 'node:test';
import { drawBadge } from '#slices/badges/reads/badges.ts';
import { coloursOf, initialsOf, rosette } from './draw-badge.ts';

it('draws a badge as the service does', () => {
  for (const name of ['First aider', 'über alles', '七', '!?', 'a']) {
    const drawn = drawBadge({ id: 7, name });
    for (const part of [...coloursOf(`7 ${name}`), rosette, `>${initialsOf(name)}</text>`])
      assert.ok(drawn.includes(part), `${name}: ${part}`);
  }
});
