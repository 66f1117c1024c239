import { knownZone } from '#kernel/zones.ts';
import { longestDays } from './lengths.ts';

export const mostTemplates = 100;
export const mostTemplateShifts = 200;

export type TemplateKind = 'shift' | 'week';

/** When a shift of a template takes place: its weekday (1 is Monday), and its time and length on the clock. */
export interface TemplateTime {
  readonly weekday: number;
  readonly start: string;
  readonly minutes: number;
  readonly time_zone: string;
}

interface TimedShift {
  readonly start_time: Temporal.Instant;
  readonly end_time: Temporal.Instant;
  readonly time_zone: string;
}

/** The day on which a shift starts where it takes place. */
export function localDay({ start_time, time_zone }: Omit<TimedShift, 'end_time'>): Temporal.PlainDate {
  return start_time.toZonedDateTimeISO(knownZone(time_zone)).toPlainDate();
}

export function isInWeek(day: Temporal.PlainDate, first: Temporal.PlainDate): boolean {
  const { days } = first.until(day);
  return days >= 0 && days < 7;
}

export function templateTime({ start_time, end_time, time_zone }: TimedShift): TemplateTime {
  const start = start_time.toZonedDateTimeISO(knownZone(time_zone));
  const end = end_time.toZonedDateTimeISO(knownZone(time_zone));
  const onClock = start.toPlainDateTime().until(end.toPlainDateTime()).total('minutes');
  // When clocks go back, a shift can end at an earlier time than it starts. When they go forward, it can show more than seven days.
  const isPossible = onClock > 0 && onClock <= longestDays * 24 * 60;
  const minutes = isPossible ? onClock : start_time.until(end_time).total('minutes');
  return {
    weekday: start.dayOfWeek,
    start: start.toPlainTime().toString(),
    minutes: Math.max(1, Math.round(minutes)),
    time_zone: knownZone(time_zone),
  };
}

/** A shift template takes place on the day, a week template in the seven days from it on. */
export function occurrenceFrom(
  kind: TemplateKind,
  { weekday, start, minutes, time_zone }: TemplateTime,
  day: Temporal.PlainDate,
): { readonly start: Temporal.Instant; readonly end: Temporal.Instant } {
  const days = kind === 'week' ? (weekday - day.dayOfWeek + 7) % 7 : 0;
  const local = day.add({ days }).toPlainDateTime(Temporal.PlainTime.from(start));
  const from = local.toZonedDateTime(knownZone(time_zone)).toInstant();
  const until = local.add({ minutes }).toZonedDateTime(knownZone(time_zone)).toInstant();
  // In the hour that clocks skip, the end on the clock can come before the start.
  return { start: from, end: Temporal.Instant.compare(until, from) > 0 ? until : from.add({ minutes }) };
}
