import type { Person } from '#kernel/actor.ts';
import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import { writeAudit } from '#platform/audit/index.ts';
import { changesOf } from '#platform/changes.ts';
import { inTransaction, lockAll, type Tx } from '#platform/db/index.ts';
import type { Platform } from '#platform/slice.ts';
import { authorize, grantAlso } from '#slices/organizations/index.ts';
import { peopleErrors } from '../errors.ts';
import { isVisible } from '../gate.ts';
import { presentFilter } from '../present.ts';
import { filtersAtMost } from '../rules.ts';
import type {
  PeopleFilterInput,
  SavedFilterBody,
  SavedFilterChangeInput,
  SavedFilterInput,
} from '../schema/people.ts';
import { countFilters, deleteFilter, insertFilter, lockFilter, updateFilter } from '../sql/filters.ts';

export async function saveFilter(
  platform: Platform,
  call: Call,
  { userId }: Person,
  organizationId: number,
  { name, filter, is_shared = false }: SavedFilterInput,
): Promise<SavedFilterBody> {
  mustNarrow(filter);
  return await inTransaction(platform.database, call, async (tx) => {
    const grant = await authorize(tx, call, 'people.annotate', organizationId);
    await lockAll(tx, 'people_filters', [userId]);
    if ((await countFilters(tx, grant, userId)) >= filtersAtMost)
      throw refuse(peopleErrors.too_many_filters('name', { limit: filtersAtMost }));
    const row = await insertFilter(
      tx,
      grant,
      { owner_id: userId, name: name.trim(), is_shared, filter },
      call.now,
    );
    await writeAudit(tx, call, {
      organizationId,
      action: 'people_filter.created',
      objectId: row.id,
      after: { is_shared },
    });
    return presentFilter(row, userId);
  });
}

export async function changeFilter(
  platform: Platform,
  call: Call,
  { userId }: Person,
  { organizationId, filterId }: { organizationId: number; filterId: number },
  change: SavedFilterChangeInput,
): Promise<SavedFilterBody> {
  if (change.filter) mustNarrow(change.filter);
  return await inTransaction(platform.database, call, async (tx) => {
    const { grant, row } = await openFilter(tx, call, organizationId, filterId);
    if (row.owner_id !== userId) throw refuse(peopleErrors.not_your_filter('filter_id'));
    const changes = changesOf(row, { ...change, name: change.name?.trim() ?? row.name });
    if (!changes) return presentFilter(row, userId);
    const after = { ...row, ...changes, updated_at: call.now };
    await updateFilter(tx, grant, after, call.now);
    await writeAudit(tx, call, {
      organizationId,
      action: 'people_filter.changed',
      objectId: filterId,
      before: { is_shared: row.is_shared },
      after: { is_shared: after.is_shared },
    });
    return presentFilter(after, userId);
  });
}

/** Admins can delete filters that others share. */
export async function removeFilter(
  platform: Platform,
  call: Call,
  { userId }: Person,
  { organizationId, filterId }: { organizationId: number; filterId: number },
): Promise<void> {
  await inTransaction(platform.database, call, async (tx) => {
    const { grant, row } = await openFilter(tx, call, organizationId, filterId);
    if (row.owner_id !== userId && !grantAlso(call, grant, 'members.manage'))
      throw refuse(peopleErrors.not_your_filter('filter_id'));
    await deleteFilter(tx, grant, filterId);
    await writeAudit(tx, call, { organizationId, action: 'people_filter.deleted', objectId: filterId });
    return null;
  });
}

/** A message to a filter without conditions would go to everyone. */
function mustNarrow(filter: PeopleFilterInput): void {
  if (Object.keys(filter).length === 0) throw refuse(peopleErrors.empty_filter('filter'));
}

/** One that the person can see: their own or a shared one. */
async function openFilter(tx: Tx, call: Call, organizationId: number, filterId: number) {
  const grant = await authorize(tx, call, 'people.annotate', organizationId);
  const row = await lockFilter(tx, grant, filterId);
  if (!row || !isVisible(row, call)) throw refuse('not_found');
  return { grant, row };
}
