import type { Call } from '#kernel/call.ts';
import { type FieldError, refuse } from '#kernel/refusal.ts';
import { writeAudit } from '#platform/audit/index.ts';
import { changesOf } from '#platform/changes.ts';
import { inTransaction, type Tx } from '#platform/db/index.ts';
import { checkIfMatch } from '#platform/http/etag.ts';
import type { Platform } from '#platform/slice.ts';
import { authorize, chooseOrganization, type Grant } from '#slices/organizations/index.ts';
import { holdOwnItems, nameRequirementItem } from '#slices/programs/index.ts';
import { evaluateSoon } from '../jobs.ts';
import { managedBadges } from '../managed.ts';
import { imageUrlOf, presentBadge } from '../present.ts';
import { type Criteria, completeCriteria, criteriaErrors, isSameGoal } from '../rules/criteria.ts';
import { imageAddress, imageErrors } from '../rules/image-address.ts';
import { itemErrors, namedBy } from '../rules/named-items.ts';
import { Badge, type BadgeBody, type BadgeChangeInput, type BadgeCreateInput } from '../schema/badges.ts';
import { type BadgeRow, type BadgeValues, insertBadge, updateBadge } from '../sql/badges.ts';
import { makeKeys } from '../steps/make-keys.ts';

export async function createBadge(
  platform: Platform,
  call: Call,
  input: BadgeCreateInput,
): Promise<BadgeBody> {
  return await inTransaction(platform.database, call, async (tx) => {
    const organizationId = await chooseOrganization(tx, call, input.organization_id);
    const grant = await authorize(tx, call, 'badges.manage', organizationId, 'public');
    await requireValid(tx, grant, input, undefined);
    const values: BadgeValues = {
      name: input.name.trim(),
      description: input.description ?? '',
      image_url: normalImage(input.image_url) ?? null,
      criteria: completeCriteria(input.criteria ?? { type: 'manual' }),
      expires_after_days: input.expires_after_days ?? null,
    };
    await makeKeys(tx, platform, call.now, organizationId);
    const row = await insertBadge(tx, grant, values, call.now);
    await nameRequirementItem(tx, { kind: 'badge', itemId: row.id, organizationId, name: row.name });
    await writeAudit(tx, call, { organizationId, action: 'badge.created', objectId: row.id, after: values });
    await evaluateSoon(tx, row);
    return presentBadge(platform, row);
  });
}

export async function changeBadge(
  platform: Platform,
  call: Call,
  id: number,
  change: BadgeChangeInput,
): Promise<BadgeBody> {
  return await inTransaction(platform.database, call, async (tx) => {
    const { row: before, grant } = await managedBadges.open(tx, call, id);
    checkIfMatch(call, Badge, presentBadge(platform, before));
    const { criteria, name, image_url: image, ...settings } = change;
    // The default picture has an address, too: who sends it back as it was read keeps it.
    const keepsImage = image === undefined || image === imageUrlOf(platform, before);
    const given = { ...(criteria && { criteria }), ...(!keepsImage && { image_url: image }) };
    await requireValid(tx, grant, given, before.criteria);
    const values = {
      ...settingsOf(before),
      ...settings,
      ...(!keepsImage && { image_url: normalImage(image) ?? null }),
      ...(name !== undefined && { name: name.trim() }),
      ...(criteria && { criteria: completeCriteria(criteria) }),
    };
    if (!changesOf(before, values)) return presentBadge(platform, before);
    await updateBadge(tx, grant, id, values, call.now);
    const row = { ...before, ...values, updated_at: call.now };
    const { organizationId } = grant;
    if (row.name !== before.name)
      await nameRequirementItem(tx, { kind: 'badge', itemId: id, organizationId, name: row.name });
    await writeAudit(tx, call, {
      organizationId,
      action: 'badge.changed',
      objectId: id,
      before: settingsOf(before),
      after: values,
    });
    if (row.status === 'active' && !isSameGoal(row.criteria, before.criteria)) await evaluateSoon(tx, row);
    return presentBadge(platform, row);
  });
}

async function requireValid(
  tx: Tx,
  grant: Grant<'badges.manage'>,
  { criteria, image_url: imageUrl }: Pick<BadgeChangeInput, 'criteria' | 'image_url'>,
  before: Criteria | undefined,
): Promise<void> {
  const named = namedBy(criteria, before);
  const errors: FieldError[] = [
    ...(criteria ? criteriaErrors(criteria) : []),
    ...(imageUrl == null ? [] : imageErrors(imageUrl)),
    ...itemErrors(named, await holdOwnItems(tx, grant.organizationId, named)),
  ];
  const [first, ...others] = errors;
  if (first) throw refuse(first, ...others);
}

/** Only for addresses without errors. */
const normalImage = (address: string | null | undefined) => (address == null ? null : imageAddress(address));

function settingsOf({ name, description, image_url, criteria, expires_after_days }: BadgeRow): BadgeValues {
  return { name, description, image_url, criteria, expires_after_days };
}
