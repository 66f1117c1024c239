import { useTranslations } from 'use-intl';
import {
  type ClockTime,
  clockOf,
  minutesBetween,
  msOf,
  oddityOf,
  spanOf,
  wallOfTime,
} from '../../../time/calendar.ts';
import { useTimes } from '../../../time/hooks.ts';

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

/** Longer than people are usually planned for without a break: more likely a wrong end. */
const longMinutes = 16 * 60;

/** What is worth a word about the times of a shift before they are saved. */
export function useTimeNotes() {
  const t = useTranslations('manageShifts.times');
  const times = useTimes();
  const say = ({ edge, what, at, becomes }: ClockNote): string =>
    t(`${edge}.${what}`, {
      day: times.formatDay('longDay', at.date),
      time: times.clock(wallOfTime(at.time)),
      becomes: times.clock(wallOfTime(becomes.time)),
    });
  const length = (start: string, end: string): string[] => {
    const minutes = minutesBetween(start, end);
    return minutes > longMinutes ? [t('long', { hours: times.hours(minutes, 'long') })] : [];
  };
  return {
    clock: (start: ClockTime, end: ClockTime, zone: string): string[] =>
      clockNotesOf(start, end, zone).map(say),
    edge: (edge: ClockNote['edge'], start: ClockTime, end: ClockTime, zone: string): string[] =>
      clockNotesOf(start, end, zone)
        .filter((note) => note.edge === edge)
        .map(say),
    length,
    past: (start: string): string[] => (start !== '' && msOf(start) < Date.now() ? [t('past')] : []),
    /** All of them, for times that are typed. */
    all(start: ClockTime, end: ClockTime, zone: string): string[] {
      const { start_time, end_time } = spanOf(start, end, zone);
      if (start_time === '' || end_time === '') return [];
      return [...this.clock(start, end, zone), ...this.past(start_time), ...length(start_time, end_time)];
    },
    /** All shifts of a series take their time from the first. */
    series(start: ClockTime, end: ClockTime, zone: string): string[] {
      const [first] = clockNotesOf(start, end, zone);
      if (first?.edge !== 'start' || first.what !== 'skipped') return [];
      const { at, becomes } = first;
      return [
        t('series', {
          time: times.clock(wallOfTime(at.time)),
          becomes: times.clock(wallOfTime(becomes.time)),
        }),
      ];
    },
  };
}
