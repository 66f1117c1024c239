import type { Tx } from '#platform/db/index.ts';
import { defineJob, enqueue } from '#platform/jobs/index.ts';
import { isAutomatic } from './rules/criteria.ts';
import type { BadgeRow } from './sql/badges.ts';

/** Awards a badge to the people who meet its criteria, when it is new or its criteria are. */
export const evaluateBadge = defineJob<{ badge_id: number; organization_id: number }>('evaluate_badge');

/** People who already meet new criteria get the badge too, a moment later. */
export async function evaluateSoon(tx: Tx, { id, criteria, organization_id }: BadgeRow): Promise<void> {
  if (isAutomatic(criteria))
    await enqueue(tx, evaluateBadge, { badge_id: id, organization_id }, { key: `evaluate_badge:${id}` });
}

/** Gives every organization that has badges the keys that its credentials are signed with. */
export const makeIssuerKeys = defineJob<Record<string, never>>('make_issuer_keys', {
  isBackground: true,
});
