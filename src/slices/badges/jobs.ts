import { defineJob } from '#platform/jobs/index.ts';

/** Gives every automatic badge to whoever meets its criteria: also what only time brings about, such as renewals. */
export const evaluateBadges = defineJob<Record<string, never>>('evaluate_badges');

/** The same for one badge, when it is new or its criteria are. */
export const evaluateBadge = defineJob<{ badge_id: number; organization_id: number }>('evaluate_badge');

/** Gives every organization that has badges the keys that its credentials are signed with. */
export const makeIssuerKeys = defineJob<Record<string, never>>('make_issuer_keys');
