import { instantOf, isDay } from '../../time/calendar.ts';
import type { Times } from '../../time/formats.ts';

/** An answer as it is written for the format of its question, so that a reader never meets 2026-11-14T13:30:00.000Z. */
export function answerText(format: unknown, value: unknown, times: Times, deviceZone: string): string {
  const text = String(value);
  if (format === 'date' && isDay(text)) return times.formatDay('dayAndYear', text);
  const [, hours, minutes] = (format === 'time' && /^(\d\d):(\d\d)/.exec(text)) || [];
  if (hours !== undefined) return times.clock(Number(hours) * 60 + Number(minutes));
  const moment = format === 'date-time' ? wallClock(text) : undefined;
  if (moment === undefined) return text;
  const [at, zone] = moment.isLocal ? [`${moment.text}:00Z`, 'UTC'] : [text, deviceZone];
  return `${times.format('dayAndYear', at, zone)}, ${times.format('time', at, zone)}`;
}

/**
 * What the clock on the wall showed where the answer was given. Answers from before offsets were kept are in UTC: they
 * are only an instant.
 */
export function wallClock(text: string): { readonly text: string; readonly isLocal: boolean } | undefined {
  const [, local, date = '', time = '', offset] =
    /^((\d{4}-\d\d-\d\d)T(\d\d:\d\d))(?::\d\d(?:\.\d+)?)?(Z|[+-]\d\d:\d\d)?$/i.exec(text) ?? [];
  if (local === undefined || instantOf({ date, time }, 'UTC') === '') return undefined;
  return { text: local, isLocal: offset?.toUpperCase() !== 'Z' };
}
