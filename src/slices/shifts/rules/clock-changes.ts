import type { FieldError } from '#kernel/refusal.ts';
import { knownZone } from '#kernel/zones.ts';
import { namedShift, shiftErrors } from '../errors.ts';

interface Timed {
  readonly shift: { readonly id: number; readonly title: string; readonly time_zone: string };
  readonly start: Temporal.Instant;
  readonly end: Temporal.Instant;
  /** When it should start and end on the clock. */
  readonly clock: { readonly start: Temporal.PlainTime; readonly end: Temporal.PlainTime };
}

/** What is worth a word about times that clocks skip or show twice. */
export function clockNotes({ shift, start, end, clock }: Timed): FieldError[] {
  const { time_zone: zone } = shift;
  const named = namedShift({ ...shift, start_time: start });
  const shown = (time: Temporal.PlainTime) => time.toString({ smallestUnit: 'minute' });
  const about = { ...named, clock: shown(clock.start) };
  const oddity = oddityOf(clock.start, start, zone);
  return [
    ...(oddity === 'skipped' ? [shiftErrors.clock_skips_start('start_time', about)] : []),
    ...(oddity === 'twice' ? [shiftErrors.clock_twice('start_time', about)] : []),
    ...(oddityOf(clock.end, end, zone) === 'skipped'
      ? [shiftErrors.clock_skips_end('end_time', { ...named, clock: shown(clock.end), end })]
      : []),
  ];
}

/** Whether a time on the clock was skipped and so became this one, or comes twice and is the first of the two. */
function oddityOf(
  clock: Temporal.PlainTime,
  at: Temporal.Instant,
  zone: string,
): 'skipped' | 'twice' | undefined {
  const there = at.toZonedDateTimeISO(knownZone(zone)).toPlainDateTime();
  const wanted = there.toPlainDate().toPlainDateTime(clock);
  const instants = (['earlier', 'later'] as const).map((disambiguation) =>
    wanted.toZonedDateTime(knownZone(zone), { disambiguation }).toInstant(),
  );
  const [earlier, later] = instants as [Temporal.Instant, Temporal.Instant];
  if (earlier.equals(later)) return undefined;
  if (there.equals(wanted)) return at.equals(earlier) ? 'twice' : undefined;
  return at.equals(later) ? 'skipped' : undefined;
}

/** So that it lasts longer or shorter than its times say. */
export function clocksChangeDuring({ shift, start, end }: Omit<Timed, 'clock'>): boolean {
  const offsetAt = (at: Temporal.Instant) =>
    at.toZonedDateTimeISO(knownZone(shift.time_zone)).offsetNanoseconds;
  return offsetAt(start) !== offsetAt(end);
}

/** Between midnight before it starts and midnight after it ends. */
export function clocksChange(start: Temporal.Instant, end: Temporal.Instant, zone: string): boolean {
  const first = start.toZonedDateTimeISO(knownZone(zone)).startOfDay();
  const last = end.toZonedDateTimeISO(knownZone(zone)).startOfDay().add({ days: 1 });
  return first.offsetNanoseconds !== last.offsetNanoseconds;
}
