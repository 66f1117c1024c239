import type { Call } from '#kernel/call.ts';
import { formatInstant } from '#kernel/time.ts';
import { writeAudit } from '#platform/audit/index.ts';
import type { Tx } from '#platform/db/index.ts';
import { record } from '#platform/outbox/index.ts';
import { awardMany } from '#slices/badges/index.ts';
import { fulfilRequirements } from '#slices/programs/index.ts';
import { journeyCompleted } from '../events.ts';
import type { EnrollmentRow } from '../sql/enrollments.ts';

export interface Arrival {
  readonly row: EnrollmentRow;
  readonly completedAt: Temporal.Instant;
}

/** What the end of a journey brings: the event, what missions ask for, and the badge. */
export async function celebrate(
  tx: Tx,
  call: Call,
  organizationId: number,
  arrivals: readonly Arrival[],
): Promise<void> {
  if (arrivals.length === 0) return;
  const events = arrivals.map(({ row, completedAt }) =>
    journeyCompleted(organizationId, {
      enrollment_id: row.id,
      journey_id: row.journey_id,
      user_id: row.user_id,
      name: row.journey_name,
      version: row.version,
      completed_at: formatInstant(completedAt),
      badge_id: row.badge_id,
    }),
  );
  await record(tx, call.now, ...events);
  const entries = arrivals.map(({ row, completedAt }) => ({
    organizationId,
    action: 'journey.completed' as const,
    objectId: row.id,
    subjectUserId: row.user_id,
    before: { status: 'active' },
    after: { status: 'completed', completed_at: formatInstant(completedAt) },
  }));
  await writeAudit(tx, call, ...entries);
  await fulfilRequirements(
    tx,
    organizationId,
    arrivals.map(({ row }) => ({
      kind: 'journey',
      itemId: row.journey_id,
      userId: row.user_id,
      validUntil: null,
    })),
  );
  await award(tx, call, arrivals);
}

/**
 * In the order of badges, so that two transactions that award the same ask for them in the same order. A badge that
 * has been archived since is not awarded; the journey is still completed.
 */
async function award(tx: Tx, call: Call, arrivals: readonly Arrival[]): Promise<void> {
  const byBadge = Map.groupBy(arrivals, ({ row }) => row.badge_id);
  for (const badgeId of [...byBadge.keys()].sort((one, other) => (one ?? 0) - (other ?? 0))) {
    if (badgeId === null) continue;
    const userIds = byBadge.get(badgeId)?.map(({ row }) => row.user_id) ?? [];
    await awardMany(tx, call, { badgeId, userIds: [...new Set(userIds)], source: 'journey' });
  }
}
