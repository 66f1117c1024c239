import { useTranslations } from 'use-intl';
import { type ClockTime, minutesBetween, msOf, spanOf, wallOfTime } from '../../../time/calendar.ts';
import { useTimes } from '../../../time/hooks.ts';
import { type ClockNote, clockNotesOf } from './clock-notes.ts';

/** Longer than people are usually planned for without a break: more likely a wrong end. */
const longMinutes = 16 * 60;

/** What is worth a word about the times of a shift before they are saved. */
export function useTimeNotes() {
  const t = useTranslations('manageShifts.times');
  const times = useTimes();
  const say = ({ edge, what, at, becomes }: ClockNote): string => {
    const values = {
      day: times.formatDay('longDay', at.date),
      time: times.clock(wallOfTime(at.time)),
      becomes: times.clock(wallOfTime(becomes.time)),
    };
    if (edge === 'end') return t(`end.${what}`, values);
    return t(what === 'twice' ? 'start.twice' : 'start.skipped', values);
  };
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
