import { type AttendanceFilter, minutesOf, type Requirement } from './steps.ts';

/** What is known about a person, regardless of the source and the order of events. */
export interface PersonFacts {
  /** Forms that count as submitted, and since when. */
  readonly forms: ReadonlyMap<number, Temporal.Instant>;
  /** Shifts that the person came to, earliest first. */
  readonly attendances: readonly Attendance[];
  /** Hours that the person reported and a coordinator approved. */
  readonly reports: readonly ReportedHours[];
  /** Badges that the person holds now, and since when. */
  readonly badges: ReadonlyMap<number, Temporal.Instant>;
  readonly profileFields: ReadonlySet<string>;
}

export interface Attendance {
  readonly programId: number;
  readonly missionId: number;
  readonly checkedInAt: Temporal.Instant;
  /** Null while the person is still there. */
  readonly checkedOutAt: Temporal.Instant | null;
  readonly minutes: number | null;
}

export interface ReportedHours {
  readonly programId: number;
  readonly missionId: number;
  /** What was done on the day of the enrollment counts as done since then. */
  readonly dayEndsAt: Temporal.Instant;
  readonly approvedAt: Temporal.Instant;
  readonly minutes: number;
}

export const nothingKnown: PersonFacts = {
  forms: new Map(),
  attendances: [],
  reports: [],
  badges: new Map(),
  profileFields: new Set(),
};

/** Around one step: since when it is open, and what else its kind may have to know. */
export interface Moment {
  readonly now: Temporal.Instant;
  readonly enrolledAt: Temporal.Instant;
  readonly openSince: Temporal.Instant;
  /** Of the organization: what a profile step requires if it doesn't list fields itself. */
  readonly requiredProfileFields: readonly string[];
}

/** Since when the person has what the step asks for; undefined when they do not have it. */
export function fulfilledAt(
  { kind, config }: Requirement,
  person: PersonFacts,
  moment: Moment,
): Temporal.Instant | undefined {
  switch (kind) {
    case 'form':
      return person.forms.get(config.form_id);
    case 'badge':
      return person.badges.get(config.badge_id);
    case 'attend_shifts':
      return attended(person, config, moment)[config.count - 1]?.checkedInAt;
    case 'hours':
      return reachedAt(timesOf(person, config, moment), minutesOf(config));
    case 'profile': {
      const wanted = config.fields ?? moment.requiredProfileFields;
      return wanted.every((field) => person.profileFields.has(field)) ? moment.now : undefined;
    }
    case 'wait': {
      const end = waitEnd(config.days, moment.openSince);
      return Temporal.Instant.compare(end, moment.now) <= 0 ? end : undefined;
    }
    case 'manual':
      return undefined;
  }
}

export function waitEnd(days: number, openSince: Temporal.Instant): Temporal.Instant {
  return openSince.add({ hours: 24 * days });
}

/** How much of a countable step is there. */
export interface Tally {
  readonly have: number;
  readonly need: number;
}

export function tallyOf(
  { kind, config }: Requirement,
  person: PersonFacts,
  moment: Pick<Moment, 'enrolledAt'>,
): Tally | null {
  if (kind === 'attend_shifts') {
    const { length } = attended(person, config, moment);
    return { have: Math.min(length, config.count), need: config.count };
  }
  if (kind !== 'hours') return null;
  const need = minutesOf(config);
  const have = timesOf(person, config, moment).reduce((sum, { minutes }) => sum + minutes, 0);
  return { have: Math.min(have, need), need };
}

function attended(
  { attendances }: PersonFacts,
  filter: AttendanceFilter,
  moment: Pick<Moment, 'enrolledAt'>,
): readonly Attendance[] {
  return attendances.filter((one) => isMeant(one, one.checkedInAt, filter, moment));
}

function isMeant(
  { programId, missionId }: { readonly programId: number; readonly missionId: number },
  at: Temporal.Instant,
  { program_id, mission_id, since_enrollment }: AttendanceFilter,
  { enrolledAt }: Pick<Moment, 'enrolledAt'>,
): boolean {
  return (
    (program_id === undefined || programId === program_id) &&
    (mission_id === undefined || missionId === mission_id) &&
    (!since_enrollment || Temporal.Instant.compare(at, enrolledAt) >= 0)
  );
}

interface CountedTime {
  readonly minutes: number;
  /** Since when it counts. */
  readonly at: Temporal.Instant;
}

/** Shifts that have ended, and reports. */
function timesOf(
  person: PersonFacts,
  filter: AttendanceFilter,
  moment: Pick<Moment, 'enrolledAt'>,
): CountedTime[] {
  const onShifts = attended(person, filter, moment).flatMap(({ checkedOutAt: at, minutes }) =>
    at === null || minutes === null ? [] : [{ at, minutes }],
  );
  const reported = person.reports
    .filter((one) => isMeant(one, one.dayEndsAt, filter, moment))
    .map(({ approvedAt: at, minutes }) => ({ at, minutes }));
  return [...onShifts, ...reported];
}

/** The moment at which the minutes were enough. */
function reachedAt(times: readonly CountedTime[], needed: number): Temporal.Instant | undefined {
  let sum = 0;
  for (const { at, minutes } of times.toSorted((one, other) => Temporal.Instant.compare(one.at, other.at))) {
    sum += minutes;
    if (sum >= needed) return at;
  }
  return undefined;
}
