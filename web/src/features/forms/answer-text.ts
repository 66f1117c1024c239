import type { Times } from '../../i18n/time-formats.ts';

/** An answer as it is written for the format of its question, so that a reader never meets 2026-11-14T13:30:00.000Z. */
export function answerText(format: unknown, value: unknown, times: Times, deviceZone: string): string {
  const text = String(value);
  if (format === 'date' && /^\d{4}-\d\d-\d\d$/.test(text))
    return times.format('dayAndYear', `${text}T12:00:00Z`, 'UTC');
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
  const [, local, offset] =
    /^(\d{4}-\d\d-\d\dT\d\d:\d\d)(?::\d\d(?:\.\d+)?)?(Z|[+-]\d\d:\d\d)?$/i.exec(text) ?? [];
  if (local === undefined || Number.isNaN(Date.parse(`${local}:00Z`))) return undefined;
  return { text: local, isLocal: offset?.toUpperCase() !== 'Z' };
}

/** `+01:00`: how far the clock of the device is ahead of UTC, for an answer that says when something is. */
export function offsetText(minutesBehindUtc: number): string {
  const ahead = -minutesBehindUtc;
  const two = (number: number) => String(Math.abs(Math.trunc(number))).padStart(2, '0');
  return `${ahead < 0 ? '-' : '+'}${two(ahead / 60)}:${two(ahead % 60)}`;
}
