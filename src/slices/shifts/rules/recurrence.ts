import type { Interval } from '#kernel/clock-window.ts';
import { refuse } from '#kernel/refusal.ts';
import { knownZone } from '#kernel/zones.ts';
import { asLong } from './lengths.ts';
import { dayMs, matchingPeriods } from './recurrence-days.ts';
import type { Moment, RecurrenceRule } from './recurrence-parts.ts';
import { mostOccurrences, parseRecurrence } from './recurrence-rule.ts';

export interface RecurrenceInput {
  /** The text of the rule, or what `parseRecurrence` made of it. */
  readonly rrule: string | RecurrenceRule;
  readonly exdates?: readonly Moment[];
  /** The first occurrence, if it matches the rule; all take their time on the clock from it. */
  readonly start: Temporal.Instant;
  readonly end: Temporal.Instant;
  readonly timeZone: string;
  /** Only occurrences that start at this moment or later; those before still use up COUNT. */
  readonly from?: Temporal.Instant;
  /** The horizon: only occurrences that start before it. */
  readonly until?: Temporal.Instant;
  /** At most 500. */
  readonly limit?: number;
}

/**
 * The occurrences in order, by the clock of the zone: 09:00 stays 09:00 when the offset changes. A time that
 * is skipped moves forward by as much; one that comes twice is the first of the two.
 *
 * Why not rrule-temporal: measured with 2.2, it leaves out an occurrence in an hour that is skipped, takes `BYDAY=53MO` for the
 * first Monday of the next year, and needs 4.9 s for one of the hostile rules in our tests; none takes 50 ms here.
 */
export function expandRecurrence(input: RecurrenceInput): Interval[] {
  const rule = typeof input.rrule === 'string' ? parsed(input.rrule) : input.rrule;
  const isExcluded = exclusion([...rule.exdates, ...(input.exdates ?? [])]);
  const limit = Math.min(input.limit ?? mostOccurrences, mostOccurrences);
  const found = new Map<bigint, Interval>();
  for (const local of localStarts(rule, input)) {
    if (found.size >= limit) break;
    const occurrence = occurrenceAt(local, input);
    if (isWithin(occurrence.start, rule, input) && !isExcluded(occurrence.start, local)) {
      found.set(occurrence.start.epochNanoseconds, occurrence);
    }
  }
  return [...found.values()].sort((a, b) => Temporal.Instant.compare(a.start, b.start));
}

function parsed(text: string): RecurrenceRule {
  const { rule, errors } = parseRecurrence(text);
  if (!rule) throw refuse('validation_failed', ...errors);
  return rule;
}

/** Starts on the clock, COUNT applied. Beyond the last possible moment, by a day for any offset, it ends. */
function* localStarts(rule: RecurrenceRule, input: RecurrenceInput): Generator<Temporal.PlainDateTime> {
  const first = input.start.toZonedDateTimeISO(knownZone(input.timeZone)).toPlainDateTime();
  const end = lastMoment(rule, input)?.add({ days: 2 });
  const times = timesOfDay(rule, first.toPlainTime());
  const skipBefore = rule.count === null ? firstDayOfInterest(input) : Number.NEGATIVE_INFINITY;
  let left = rule.count ?? Number.POSITIVE_INFINITY;
  for (const days of matchingPeriods(rule, first.toPlainDate())) {
    for (const position of positions(rule, days.length * times.length)) {
      const time = times[position % times.length] ?? first.toPlainTime();
      const day = days[Math.floor(position / times.length)] ?? Number.NaN;
      if (day < skipBefore) continue;
      const local = plainDate(day).toPlainDateTime(time);
      if (Temporal.PlainDateTime.compare(local, first) < 0) continue;
      if (left <= 0 || (end && Temporal.PlainDateTime.compare(local, end) > 0)) return;
      left -= 1;
      yield local;
    }
    if (left <= 0) return;
  }
}

/** Days well before `from` are passed over as plain numbers: dates of an old series would cost more. */
function firstDayOfInterest({ from }: RecurrenceInput): number {
  return from ? Math.floor(from.epochMilliseconds / dayMs) - 2 : Number.NEGATIVE_INFINITY;
}

function plainDate(dayNumber: number): Temporal.PlainDate {
  const date = new Date(dayNumber * dayMs);
  return new Temporal.PlainDate(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate());
}

function timesOfDay(rule: RecurrenceRule, start: Temporal.PlainTime): Temporal.PlainTime[] {
  const or = (values: readonly number[], own: number) => (values.length > 0 ? values : [own]);
  return or(rule.byHour, start.hour).flatMap((hour) =>
    or(rule.byMinute, start.minute).flatMap((minute) =>
      or(rule.bySecond, start.second).map((second) => start.with({ hour, minute, second })),
    ),
  );
}

/** Which of a period's candidates BYSETPOS chooses, in order; all of them without it. */
function* positions({ bySetPosition }: RecurrenceRule, length: number): Generator<number> {
  if (bySetPosition.length === 0) {
    for (let position = 0; position < length; position += 1) yield position;
    return;
  }
  const chosen = bySetPosition.map((position) => (position > 0 ? position - 1 : length + position));
  const inside = chosen.filter((position) => position >= 0 && position < length);
  yield* [...new Set(inside)].sort((a, b) => a - b);
}

function occurrenceAt(local: Temporal.PlainDateTime, { start, end, timeZone }: RecurrenceInput): Interval {
  const firstLocal = start.toZonedDateTimeISO(knownZone(timeZone)).toPlainDateTime();
  // The caller named this very instant, perhaps the second of two equal times on the clock.
  if (local.equals(firstLocal)) return { start, end };
  return asLong({ start, end }, local.toZonedDateTime(knownZone(timeZone)).toInstant(), timeZone, local);
}

function isWithin(start: Temporal.Instant, rule: RecurrenceRule, input: RecurrenceInput): boolean {
  const { from, until, timeZone } = input;
  if (from && Temporal.Instant.compare(start, from) < 0) return false;
  if (until && Temporal.Instant.compare(start, until) >= 0) return false;
  if (rule.until === null) return true;
  if (rule.until instanceof Temporal.Instant) return Temporal.Instant.compare(start, rule.until) <= 0;
  const local = start.toZonedDateTimeISO(knownZone(timeZone)).toPlainDateTime();
  if (rule.until instanceof Temporal.PlainDateTime) {
    return Temporal.PlainDateTime.compare(local, rule.until) <= 0;
  }
  return Temporal.PlainDate.compare(local.toPlainDate(), rule.until) <= 0;
}

function lastMoment(
  rule: RecurrenceRule,
  { until, timeZone }: RecurrenceInput,
): Temporal.PlainDateTime | null {
  const bounds = [rule.until, until ?? null].flatMap((moment) => (moment ? localOf(moment, timeZone) : []));
  return bounds.sort(Temporal.PlainDateTime.compare)[0] ?? null;
}

function localOf(moment: Moment, timeZone: string): Temporal.PlainDateTime {
  if (moment instanceof Temporal.Instant)
    return moment.toZonedDateTimeISO(knownZone(timeZone)).toPlainDateTime();
  return moment instanceof Temporal.PlainDate ? moment.toPlainDateTime('23:59:59') : moment;
}

/** An excluded time on the clock is meant as the rule writes it, also where the clock skips it. */
function exclusion(
  exdates: readonly Moment[],
): (start: Temporal.Instant, local: Temporal.PlainDateTime) => boolean {
  const dates = new Set(exdates.filter((moment) => moment instanceof Temporal.PlainDate).map(String));
  const locals = new Set(exdates.filter((moment) => moment instanceof Temporal.PlainDateTime).map(String));
  const instants = new Set(exdates.filter((moment) => moment instanceof Temporal.Instant).map(String));
  return (start, local) =>
    instants.has(String(start)) || locals.has(String(local)) || dates.has(String(local.toPlainDate()));
}
