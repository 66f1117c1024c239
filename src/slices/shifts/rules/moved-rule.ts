import { knownZone } from '#kernel/zones.ts';
import type { Moment } from './recurrence-parts.ts';
import { parseRecurrence } from './recurrence-rule.ts';

const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];

/**
 * The rule of a series whose first occurrence moves on the clock: every Wednesday becomes every Thursday, the 15th becomes the
 * 16th, and what is excluded moves along. Days that a rule picks among several of a month or a year stay as they are.
 */
export function movedRule(
  rule: string,
  from: Temporal.PlainDateTime,
  to: Temporal.PlainDateTime,
  zone: string,
): string {
  const [line = ''] = rule.split(/\r?\n/).filter((one) => !/^\s*(EXDATE\b|$)/i.test(one));
  const moved = movedTimes(movedDays(line, from, to), from, to);
  const exdates = (parseRecurrence(rule).rule?.exdates ?? []).map((at) => movedExdate(at, from, to, zone));
  return exdates.length > 0 ? `${moved}\nEXDATE:${exdates.join()}` : moved;
}

function movedDays(line: string, from: Temporal.PlainDateTime, to: Temporal.PlainDateTime): string {
  const { days } = from.toPlainDate().until(to.toPlainDate(), { largestUnit: 'day' });
  if (days === 0 || /\bBYSETPOS=/i.test(line)) return line;
  const isOfMonth = /\b(FREQ=MONTHLY|BYMONTH=)/i.test(line);
  const isOneDay = /\bFREQ=(MONTHLY|YEARLY)/i.test(line) && !/\bBYDAY=[A-Z]/i.test(line);
  return line
    .replace(/\b(BYDAY)=([^;\s]*)/i, (part, name: string, list: string) => {
      const items = list.toUpperCase().split(',');
      if (items.every((item) => weekdays.includes(item)))
        return `${name}=${items.map((item) => laterBy(item, days)).join()}`;
      const [only = ''] = items;
      if (items.length > 1 || !isOfMonth) return part;
      return `${name}=${countLike(only, to)}${weekdays[to.dayOfWeek - 1]}`;
    })
    .replace(/\b(BYMONTHDAY)=([^;\s]*)/i, (part, name: string, list: string) =>
      /^[+-]?\d+$/.test(list) ? `${name}=${list.startsWith('-') ? fromTheEnd(to) : to.day}` : part,
    )
    .replace(/\b(BYMONTH)=([^;\s]*)/i, (part, name: string, list: string) =>
      isOneDay && /^\d+$/.test(list) ? `${name}=${to.month}` : part,
    );
}

/** Hours and minutes, where the rule names them. */
function movedTimes(line: string, from: Temporal.PlainDateTime, to: Temporal.PlainDateTime): string {
  const moved = (list: string, unit: 'hour' | 'minute') =>
    list.split(',').map((value) => from.with({ [unit]: Number(value) }).add(from.until(to))[unit]);
  return line
    .replace(/\b(BYHOUR)=([\d,]+)/i, (_, name: string, list: string) => `${name}=${moved(list, 'hour')}`)
    .replace(/\b(BYMINUTE)=([\d,]+)/i, (_, name: string, list: string) => `${name}=${moved(list, 'minute')}`);
}

/** As it is written on the clock of the series. */
function movedExdate(
  at: Moment,
  from: Temporal.PlainDateTime,
  to: Temporal.PlainDateTime,
  zone: string,
): string {
  const written = (moment: Moment) => moment.toString().replace(/[-:]/g, '').slice(0, 15);
  if (at instanceof Temporal.PlainDate) return written(at.add(from.toPlainDate().until(to.toPlainDate())));
  const clock =
    at instanceof Temporal.Instant ? at.toZonedDateTimeISO(knownZone(zone)).toPlainDateTime() : at;
  return written(clock.add(from.until(to)));
}

function laterBy(weekday: string, days: number): string {
  const at = weekdays.indexOf(weekday) + days;
  return weekdays[((at % 7) + 7) % 7] ?? weekday;
}

/** The how-manieth of its weekday in its month the day is, from the side that the rule counts from. */
function countLike(item: string, day: Temporal.PlainDateTime): number {
  return item.startsWith('-') ? -Math.ceil(-fromTheEnd(day) / 7) : Math.ceil(day.day / 7);
}

const fromTheEnd = (day: Temporal.PlainDateTime): number => day.day - day.daysInMonth - 1;
