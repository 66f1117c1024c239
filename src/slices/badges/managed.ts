import { refuse } from '#kernel/refusal.ts';
import { managed } from '#platform/managed.ts';
import { authorize, chooseList } from '#slices/organizations/index.ts';
import { holdOwnItems, keepRequired } from '#slices/programs/index.ts';
import { evaluateSoon } from './jobs.ts';
import { presentBadge } from './present.ts';
import { itemErrors, namedBy } from './rules/named-items.ts';
import { hasAward } from './sql/awards.ts';
import { findBadge, lockBadge, updateBadge } from './sql/badges.ts';

/** An archived badge isn't listed or awarded any more. People who have it keep it. */
export const managedBadges = managed({
  name: 'badge',
  shown: 'active',
  find: findBadge,
  lock: lockBadge,
  update: updateBadge,
  present: (platform, _db, row) => presentBadge(platform, row),
  gate: (db, call, organizationId, visibility) =>
    authorize(db, call, 'badges.manage', organizationId, visibility),
  choose: (db, call, organizationId) => chooseList(db, call, 'badges.manage', organizationId),
  concerns: hasAward,
  async check(tx, { id, organization_id, criteria }, move) {
    if (move === 'archive') return await keepRequired(tx, organization_id, { kind: 'badge', id });
    const named = namedBy(criteria);
    const errors = itemErrors(named, await holdOwnItems(tx, organization_id, named));
    if (errors.length > 0) throw refuse('conflict', ...errors);
  },
  follow: async (tx, row, move) => (move === 'restore' ? await evaluateSoon(tx, row) : undefined),
});
