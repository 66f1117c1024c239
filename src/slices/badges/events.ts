import { defineEvent } from '#kernel/event.ts';

export const badgeAwarded = defineEvent('badge.awarded', {
  award_id: 91,
  badge_id: 3,
  name: 'Fifty hours',
  user_id: 42,
  awarded_at: '2026-11-14T18:02:00.000Z',
  expires_at: '2027-11-14T18:02:00.000Z' as string | null,
  awarded_by: null as number | null,
  renewal: false,
});

export const badgeRevoked = defineEvent('badge.revoked', {
  award_id: 91,
  badge_id: 3,
  name: 'Fifty hours',
  user_id: 42,
  revoked_at: '2026-12-01T09:00:00.000Z',
  revoked_by: 3 as number | null,
  reason: 'Awarded by mistake.' as string | null,
});

export const badgeEvents = [badgeAwarded, badgeRevoked];
