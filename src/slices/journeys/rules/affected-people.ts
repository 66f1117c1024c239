import type { RecordedEvent } from '#kernel/event.ts';

export interface Named {
  readonly organizationId: number;
  readonly userId: number;
}

/** People for whom a batch of events may complete a step. */
export interface Affected {
  /** Each once, however often they are named. */
  readonly people: readonly Named[];
  readonly newcomers: readonly Named[];
  /** Where something changed for people whom the event does not name. */
  readonly organizations: readonly number[];
}

const personal = [
  'form.submitted',
  'shift.checkin',
  'shift.checkout',
  'hours.report_approved',
  'badge.awarded',
  'member.joined',
];
const general = ['hours.aggregated'];

export const watchedEvents: readonly string[] = [...personal, ...general];

/** Events can also be handed in from outside: what doesn't look like ours is ignored. */
export function affectedBy(events: readonly RecordedEvent[]): Affected {
  const people = new Map<string, Named>();
  const newcomers = new Map<string, Named>();
  const organizations = new Set<number>();
  for (const { type, organizationId, data } of events) {
    if (general.includes(type)) organizations.add(organizationId);
    const userId = (data as { user_id?: unknown } | null)?.user_id;
    if (!personal.includes(type) || typeof userId !== 'number' || !Number.isSafeInteger(userId)) continue;
    const name = `${organizationId}.${userId}`;
    people.set(name, { organizationId, userId });
    if (type === 'member.joined') newcomers.set(name, { organizationId, userId });
  }
  return {
    people: [...people.values()],
    newcomers: [...newcomers.values()],
    organizations: [...organizations],
  };
}
