import { type ClockTime, clockOf, oddityOf, spanOf } from '../../../time/calendar.ts';

/** A beginning or an end that clocks skip or show twice, and what it becomes. */
export interface ClockNote {
  readonly edge: 'start' | 'end';
  readonly what: 'skipped' | 'twice' | 'later';
  readonly at: ClockTime;
  readonly becomes: ClockTime;
}

export function clockNotesOf(start: ClockTime, end: ClockTime, zone: string): ClockNote[] {
  const { start_time, end_time } = spanOf(start, end, zone);
  if (start_time === '' || end_time === '') return [];
  const edges = [
    { edge: 'start', at: start, becomes: clockOf(start_time, zone) },
    { edge: 'end', at: end, becomes: clockOf(end_time, zone) },
  ] as const;
  return edges.flatMap((one) => {
    // An end can also follow a beginning that is skipped.
    const isMoved = one.at.date !== one.becomes.date || one.at.time !== one.becomes.time;
    const what = oddityOf(one.at, zone) ?? (isMoved ? 'later' : undefined);
    return what === undefined ? [] : [{ ...one, what }];
  });
}
