import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Needs, pagesOf, placeOf, sections, visibleSections } from './navigation.ts';

const ranks = ['volunteer', 'check_in', 'coordinator', 'admin', 'owner'] as const;
const asRole = (role: (typeof ranks)[number]) => (needs: Needs | undefined) =>
  needs === undefined || needs === 'person' || ranks.indexOf(needs) <= ranks.indexOf(role);

describe('the navigation', () => {
  it('has at most ten entries for everyone', () => {
    for (const role of ranks) {
      const shown = visibleSections(asRole(role)).flatMap(({ items }) => items);
      assert.ok(shown.length <= 10, `${role}: ${shown.length}`);
    }
    const visitor = visibleSections((needs) => needs === undefined).flatMap(({ items }) => items);
    assert.deepEqual(
      visitor.map(({ to }) => to),
      ['/', '/journeys'],
    );
  });

  it('leads each person only to pages that they may visit', () => {
    for (const { items } of sections)
      for (const item of items) assert.equal(pagesOf(item)[0]?.needs, item.needs, item.to);
  });

  it('knows which entry a page belongs to, also for pages below it', () => {
    const entry = (path: string) => placeOf(path)?.item.to;
    assert.equal(entry('/'), '/');
    assert.equal(entry('/calendar'), '/');
    assert.equal(entry('/me/badges'), '/journeys');
    assert.equal(entry('/me/hours'), '/me');
    assert.equal(entry('/manage'), '/manage');
    assert.equal(entry('/manage/shifts/7/edit'), '/manage/shifts');
    assert.equal(entry('/manage/people/7'), '/manage/people');
    assert.equal(entry('/manage/webhooks/3'), '/manage/settings');
    assert.equal(entry('/login'), undefined);
  });
});
