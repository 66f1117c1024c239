import type { FieldError } from '#kernel/refusal.ts';
import { knownZone } from '#kernel/zones.ts';
import { clockNotes } from './clock-changes.ts';

interface Times {
  readonly start_time: Temporal.Instant;
  readonly end_time: Temporal.Instant;
}

interface Span {
  readonly start: Temporal.Instant;
  readonly end: Temporal.Instant;
}

interface TimesInZone extends Times {
  readonly time_zone: string;
}

/** What the named shift of a series moves from and to. The others move by the same days and hours on the clock. */
export interface NamedMove {
  readonly named: TimesInZone & { readonly id: number };
  readonly wanted: Span;
  /** The zone that all of them get; undefined where each keeps the one it has. */
  readonly zone: string | undefined;
}

const clockOf = (instant: Temporal.Instant, zone: string): Temporal.PlainDateTime =>
  instant.toZonedDateTimeISO(knownZone(zone)).toPlainDateTime();

interface Clocks {
  readonly start: Temporal.PlainDateTime;
  readonly end: Temporal.PlainDateTime;
}

/** A change of the clock inside a shift can leave nothing of it: then it lasts as long as the named one. */
function spanOf(clocks: Clocks, zone: string, named: Span): Span {
  const start = clocks.start.toZonedDateTime(knownZone(zone)).toInstant();
  const end = clocks.end.toZonedDateTime(knownZone(zone)).toInstant();
  const isEmpty = Temporal.Instant.compare(start, end) >= 0;
  return { start, end: isEmpty ? start.add(named.end.since(named.start)) : end };
}

/**
 * What the clock was meant to be. A shift that the clocks have pushed out of an hour that they skip is meant to be at the
 * times of the other one: else it would still be an hour late wherever the two move.
 */
function meantClocks(shift: TimesInZone, other: TimesInZone): Clocks {
  const shown = {
    start: clockOf(shift.start_time, shift.time_zone),
    end: clockOf(shift.end_time, shift.time_zone),
  };
  const start = clockOf(other.start_time, other.time_zone);
  const end = clockOf(other.end_time, other.time_zone);
  const { days } = start.until(shown.start, {
    largestUnit: 'day',
    smallestUnit: 'day',
    roundingMode: 'halfExpand',
  });
  const meant = { start: start.add({ days }), end: end.add({ days }) };
  const there = spanOf(meant, shift.time_zone, { start: other.start_time, end: other.end_time });
  return {
    start: there.start.equals(shift.start_time) ? meant.start : shown.start,
    end: there.end.equals(shift.end_time) ? meant.end : shown.end,
  };
}

/** Where the clock would be. In another zone, the clock counts too: six in Berlin becomes six in New York, all year. */
function clocksAlong(other: TimesInZone, { named, wanted, zone }: NamedMove): Clocks {
  const from = meantClocks(named, other);
  const at = meantClocks(other, named);
  const moved = (clock: Temporal.PlainDateTime, before: Temporal.PlainDateTime, to: Temporal.Instant) =>
    clock.add(before.until(clockOf(to, zone ?? named.time_zone), { largestUnit: 'day' }));
  return { start: moved(at.start, from.start, wanted.start), end: moved(at.end, from.end, wanted.end) };
}

/** Of the others of a series: times that clocks skip or show twice. */
export function clockNotesAlong(
  targets: readonly (Times & Parameters<typeof clockNotes>[0]['shift'])[],
  move: NamedMove | undefined,
): FieldError[] {
  if (!move) return [];
  return targets
    .filter(({ id }) => id !== move.named.id)
    .flatMap((target) => {
      const { start, end } = clocksAlong(target, move);
      const clock = { start: start.toPlainTime(), end: end.toPlainTime() };
      const shift = { ...target, time_zone: move.zone ?? target.time_zone };
      return clockNotes({ shift, ...moveAlong(target, move), clock });
    });
}

export function moveAlong(other: TimesInZone, move: NamedMove): Span {
  return spanOf(clocksAlong(other, move), move.zone ?? other.time_zone, move.wanted);
}

export function movesOf(
  targets: readonly (TimesInZone & { readonly id: number })[],
  move: NamedMove | undefined,
): Map<number, Span> {
  if (!move) return new Map();
  return new Map(
    targets.map((target) => [target.id, target.id === move.named.id ? move.wanted : moveAlong(target, move)]),
  );
}

/**
 * Shifts that move together in several steps never meet on the way: those in front go first. Of two shifts of one
 * person, the later one moves away before the earlier one moves up, and the other way round.
 */
export function inOrderOfMove<Shift extends Times>(
  targets: readonly Shift[],
  move: NamedMove | undefined,
): Shift[] {
  const byTime = targets.toSorted((a, b) => Temporal.Instant.compare(a.start_time, b.start_time));
  const isLater = move && Temporal.Instant.compare(move.wanted.start, move.named.start_time) > 0;
  return isLater ? byTime.reverse() : byTime;
}

/** A sign-up waits for one chunk at most. Moving 3,000 registrations took a second on two busy cores: half of that. */
const mostShifts = 60;
const mostPeople = 1_500;
/** Larger chunks for longer series: the number of transactions stays the same. */
const mostChunks = 10;

/** Cuts the work into transactions. A single shift is never cut. */
export function chunksOf(sizes: readonly { readonly id: number; readonly people: number }[]): number[][] {
  const most = Math.max(mostShifts, Math.ceil(sizes.length / mostChunks));
  const chunks: number[][] = [];
  let people = 0;
  for (const size of sizes) {
    const chunk = chunks.at(-1);
    people += size.people;
    if (chunk && chunk.length < most && people <= mostPeople) chunk.push(size.id);
    else {
      chunks.push([size.id]);
      people = size.people;
    }
  }
  return chunks;
}
