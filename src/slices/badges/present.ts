import { hash } from 'node:crypto';
import type { Call } from '#kernel/call.ts';
import { formatInstant, formatOptionalInstant } from '#kernel/time.ts';
import type { Platform } from '#platform/slice.ts';
import { badgeTexts } from './messages/index.ts';
import { statusOf } from './rules/award.ts';
import { addressesOf } from './rules/credential.ts';
import { type Criteria, shownCriteria } from './rules/criteria.ts';
import type { AwardBody, PublicAwardBody } from './schema/awards.ts';
import type { BadgeBody } from './schema/badges.ts';
import type { AwardRow, AwardWithBadgeRow, PublicAwardRow } from './sql/awards.ts';
import type { BadgeRow } from './sql/badges.ts';

export function presentBadge(platform: Platform, row: BadgeRow): BadgeBody {
  return {
    ...row,
    criteria: shownCriteria(row.criteria),
    image_url: imageUrlOf(platform, row),
    picture_url: pictureUrlOf(platform, row),
    created_at: formatInstant(row.created_at),
    updated_at: formatInstant(row.updated_at),
  };
}

export function imageUrlOf(
  platform: Platform,
  { id, image_url }: Pick<BadgeRow, 'id' | 'image_url'>,
): string {
  return image_url ?? `${platform.publicUrl()}${drawnImagePath(id)}`;
}

const drawnImagePath = (badgeId: number): string => `/api/v1/badges/${badgeId}/image.svg`;

export function pictureUrlOf(platform: Platform, badge: PicturedBadge): string {
  return `${platform.publicUrl()}${picturePath(badge)}`;
}

type PicturedBadge = Pick<BadgeRow, 'id' | 'name' | 'image_url'>;

/** Another picture has another address: browsers keep it for an hour. */
export function picturePath({ id, name, image_url }: PicturedBadge): string {
  return `/api/v1/badges/${id}/picture?v=${hash('sha256', image_url ?? name, 'base64url').slice(0, 8)}`;
}

const linksOf = (platform: Platform, { organization_id, public_code }: AwardRow) => ({
  public_code,
  public_url: `${platform.publicUrl()}/awards/${public_code}`,
  credential_url: addressesOf(platform.publicUrl(), organization_id).credential(public_code),
});

export function presentAward(platform: Platform, { now }: Pick<Call, 'now'>, row: AwardRow): AwardBody {
  return {
    id: row.id,
    badge_id: row.badge_id,
    user_id: row.user_id,
    awarded_at: formatInstant(row.awarded_at),
    awarded_by: row.awarded_by,
    expires_at: formatOptionalInstant(row.expires_at),
    note: row.note,
    source: row.source,
    status: statusOf(row, now),
    renewed_at: formatOptionalInstant(row.renewed_at),
    revoked_at: formatOptionalInstant(row.revoked_at),
    revoke_reason: row.revoke_reason,
    ...linksOf(platform, row),
  };
}

export function presentMine(
  platform: Platform,
  call: Pick<Call, 'now' | 'language'>,
  row: AwardWithBadgeRow,
) {
  return {
    ...presentAward(platform, call, row),
    show_name: row.show_name,
    organization_id: row.organization_id,
    organization_name: row.organization_name,
    badge: presentBadgeOf(platform, call.language, row),
  };
}

function presentBadgeOf(platform: Platform, language: string, row: AwardWithBadgeRow) {
  const badge = { id: row.badge_id, name: row.badge_name, image_url: row.image_url };
  return {
    name: row.badge_name,
    description: row.description,
    image_url: imageUrlOf(platform, badge),
    picture_url: pictureUrlOf(platform, badge),
    criteria_narrative: describeCriteria(language, row.criteria),
  };
}

export function presentPublic(
  platform: Platform,
  { now, language }: Pick<Call, 'now' | 'language'>,
  row: PublicAwardRow,
): PublicAwardBody {
  return {
    ...linksOf(platform, row),
    status: statusOf(row, now),
    holder_name: row.show_name ? row.holder_name : null,
    awarded_at: formatInstant(row.awarded_at),
    renewed_at: formatOptionalInstant(row.renewed_at),
    expires_at: formatOptionalInstant(row.expires_at),
    revoked_at: formatOptionalInstant(row.revoked_at),
    badge: { id: row.badge_id, ...presentBadgeOf(platform, language, row) },
    organization: { id: row.organization_id, name: row.organization_name },
  };
}

/** How the badge is earned: in the organization's words, or in ours. */
export function describeCriteria(language: string, criteria: Criteria): string {
  if (criteria.narrative !== undefined) return criteria.narrative;
  if (criteria.type === 'manual') return badgeTexts.say(language, 'earned.manual');
  const count = criteria.threshold;
  switch (criteria.type) {
    case 'hours':
    case 'shifts':
      return badgeTexts.say(language, `earned.${criteria.type}`, { count });
    case 'streak':
      return badgeTexts.say(language, `earned.${criteria.unit}s`, { count });
    case 'journey':
      return badgeTexts.say(language, 'earned.journeys', { count });
  }
}
