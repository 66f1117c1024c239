import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import type { Tx } from '#platform/db/index.ts';
import { authorize } from '#slices/organizations/index.ts';
import { peopleErrors } from '../errors.ts';
import { narrow } from '../gate.ts';
import type { PeopleFilterInput } from '../schema/people.ts';
import { type PersonRow, selectPeople } from '../sql/people.ts';
import { lockTags } from '../sql/tags.ts';

/**
 * Whom a filter finds, for something that is done to all of them: by name, one more than `limit` at most. Everyone is
 * without a tag that was deleted, so such a filter is refused.
 */
export async function findPeople(
  tx: Tx,
  call: Call,
  organizationId: number,
  filter: PeopleFilterInput,
  limit: number,
): Promise<PersonRow[]> {
  const { grant, scope } = await narrow(tx, call, organizationId, filter);
  const named = (['tag_id', 'without_tag_id'] as const).filter((field) => filter[field] !== undefined);
  if (named.length > 0) {
    const ids = named.flatMap((field) => filter[field] ?? []);
    const tags = await lockTags(tx, await authorize(tx, call, 'people.annotate', organizationId), ids);
    const errors = named
      .filter((field) => !tags.includes(filter[field] ?? 0))
      .map((field) => peopleErrors.tag_of_filter_not_found(`filter.${field}`));
    if (errors.length > 0) throw refuse('validation_failed', ...errors);
  }
  return await selectPeople(tx, grant, scope, { after: undefined, limit });
}
