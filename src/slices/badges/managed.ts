import { managed } from '#platform/managed.ts';
import { authorize, chooseList } from '#slices/organizations/index.ts';
import { keepRequired } from '#slices/programs/index.ts';
import { evaluateSoon } from './jobs.ts';
import { presentBadge } from './present.ts';
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
  check: async (tx, row, move) => (move === 'archive' ? await keepRequired(tx, 'badge', row) : undefined),
  follow: async (tx, row, move) => (move === 'restore' ? await evaluateSoon(tx, row) : undefined),
});
