import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import { writeAudit } from '#platform/audit/index.ts';
import { changesOf } from '#platform/changes.ts';
import { brokenConstraint, inTransaction, lockAll, type Tx } from '#platform/db/index.ts';
import { record } from '#platform/outbox/index.ts';
import type { Platform } from '#platform/slice.ts';
import { authorize } from '#slices/organizations/index.ts';
import { peopleErrors } from '../errors.ts';
import { memberTagsChanged } from '../events.ts';
import { presentTag } from '../present.ts';
import { tagsAtMost } from '../rules.ts';
import type { TagChangeInput, TagInput, TagMembersInput } from '../schema/tags.ts';
import {
  addTags,
  countTags,
  deleteTag,
  insertTag,
  lockMembers,
  lockTag,
  lockTags,
  nameConstraint,
  removeTags,
  type TagRow,
  updateTag,
} from '../sql/tags.ts';

export async function createTag(platform: Platform, call: Call, organizationId: number, input: TagInput) {
  return await withUniqueName(platform, call, async (tx) => {
    const grant = await authorize(tx, call, 'people.annotate', organizationId);
    await lockAll(tx, 'tags', [organizationId]);
    if ((await countTags(tx, grant)) >= tagsAtMost)
      throw refuse(peopleErrors.too_many_tags('name', { limit: tagsAtMost }));
    const { name, color = null } = input;
    const row = await insertTag(tx, grant, { name: name.trim(), color }, call.now);
    await writeAudit(tx, call, { organizationId, action: 'tag.created', objectId: row.id, after: row });
    return presentTag(row);
  });
}

export async function changeTag(
  platform: Platform,
  call: Call,
  organizationId: number,
  tagId: number,
  change: TagChangeInput,
) {
  return await withUniqueName(platform, call, async (tx) => {
    const grant = await authorize(tx, call, 'people.annotate', organizationId);
    const before = await lockTag(tx, grant, tagId);
    if (!before) throw refuse('not_found');
    const after: TagRow = {
      id: tagId,
      name: change.name?.trim() ?? before.name,
      color: change.color === undefined ? before.color : change.color,
    };
    if (!changesOf(before, after)) return presentTag(before);
    await updateTag(tx, grant, after);
    await writeAudit(tx, call, { organizationId, action: 'tag.changed', objectId: tagId, before, after });
    return presentTag(after);
  });
}

/** Two at once with the same name: the constraint lets one of them through. */
async function withUniqueName<Answer>(
  platform: Platform,
  call: Call,
  run: (tx: Tx) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await inTransaction(platform.database, call, run);
  } catch (error) {
    if (brokenConstraint(error) === nameConstraint) throw refuse(peopleErrors.tag_exists('name'));
    throw error;
  }
}

/** Members lose it. */
export async function removeTag(
  platform: Platform,
  call: Call,
  organizationId: number,
  tagId: number,
): Promise<void> {
  await inTransaction(platform.database, call, async (tx) => {
    const grant = await authorize(tx, call, 'people.annotate', organizationId);
    const before = await lockTag(tx, grant, tagId);
    if (!before) throw refuse('not_found');
    await deleteTag(tx, grant, tagId);
    await writeAudit(tx, call, { organizationId, action: 'tag.deleted', objectId: tagId, before });
    return null;
  });
}

/** Adds tags to members and removes others from them. Who has left in the meantime keeps no one else from getting theirs. */
export async function tagMembers(
  platform: Platform,
  call: Call,
  organizationId: number,
  { user_ids: userIds, add = [], remove = [] }: TagMembersInput,
): Promise<{ changed: number; not_members: number }> {
  return await inTransaction(platform.database, call, async (tx) => {
    const grant = await authorize(tx, call, 'people.annotate', organizationId);
    const members = await lockMembers(tx, grant, userIds);
    const tags = new Set(await lockTags(tx, grant, [...add, ...remove]));
    const unknown = (field: string, ids: readonly number[]) =>
      ids.flatMap((id, index) => (tags.has(id) ? [] : [peopleErrors.tag_not_found(`${field}.${index}`)]));
    const errors = [...unknown('add', add), ...unknown('remove', remove)];
    if (errors.length > 0) throw refuse('validation_failed', ...errors);
    const added = await addTags(tx, grant, members, add);
    const removed = await removeTags(tx, grant, members, remove);
    const addedTo = Map.groupBy(added, (row) => row.user_id);
    const removedFrom = Map.groupBy(removed, (row) => row.user_id);
    const changed = members.filter((id) => addedTo.has(id) || removedFrom.has(id));
    const idsOf = (rows: typeof added = []) => rows.map((row) => row.tag_id);
    await writeAudit(
      tx,
      call,
      ...changed.map((userId) => ({
        organizationId,
        action: 'member.tags_changed' as const,
        objectId: userId,
        subjectUserId: userId,
        after: { added: idsOf(addedTo.get(userId)), removed: idsOf(removedFrom.get(userId)) },
      })),
    );
    if (changed.length > 0)
      await record(
        tx,
        call.now,
        memberTagsChanged(organizationId, { user_ids: changed, added: [...add], removed: [...remove] }),
      );
    return { changed: changed.length, not_members: userIds.length - members.length };
  });
}
