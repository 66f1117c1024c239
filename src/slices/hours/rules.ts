import { isInstantText } from '#kernel/iso-texts.ts';
import { refuse } from '#kernel/refusal.ts';
import { hoursErrors } from './errors.ts';

/** Where a period begins or ends: at the first moment of a local day, or at an instant that is the same everywhere. */
export type Edge =
  | { readonly kind: 'day'; readonly date: string }
  | { readonly kind: 'instant'; readonly at: Temporal.Instant };

/** Half-open: `from` is in, `until` is out. */
export interface Period {
  readonly from: Edge | null;
  readonly until: Edge | null;
}

export const always: Period = { from: null, until: null };

const firstYear = 1900;
const lastYear = 2999;

/** Reads what people write: a day or a month is meant whole and in the organization's zone, an instant exactly. */
export function periodOf(from: string | undefined, to: string | undefined): Period {
  const period = {
    from: from === undefined ? null : edge('from', from, false),
    until: to === undefined ? null : edge('to', to, true),
  };
  if (period.from && period.until && isUpsideDown(period.from, period.until))
    throw refuse(hoursErrors.before_from('to'));
  return period;
}

/** The day that a period ends with is in it, so a period of days has at least one. */
function isUpsideDown(from: Edge, until: Edge): boolean {
  const isOfDays = from.kind === 'day' && until.kind === 'day';
  const length = roughly(until) - roughly(from);
  return length < 0 || (isOfDays && length === 0);
}

function edge(path: string, text: string, isEnd: boolean): Edge {
  try {
    if (/^\d{4}-\d{2}$/.test(text)) {
      const month = within(Temporal.PlainYearMonth.from(text));
      return day((isEnd ? month.add({ months: 1 }) : month).toPlainDate({ day: 1 }));
    }
    if (/^\d{4}-\d{2}-\d{2}$/.test(text)) {
      const date = within(Temporal.PlainDate.from(text));
      return day(isEnd ? date.add({ days: 1 }) : date);
    }
    if (!isInstantText(text)) throw new RangeError('not a moment');
    const at = Temporal.Instant.from(text);
    within(at.toZonedDateTimeISO('UTC'));
    return { kind: 'instant', at };
  } catch {
    throw refuse(hoursErrors.period(path));
  }
}

function within<Dated extends { readonly year: number }>(dated: Dated): Dated {
  if (dated.year < firstYear || dated.year > lastYear) throw new RangeError('beyond what is kept');
  return dated;
}

const day = (date: Temporal.PlainDate) => ({ kind: 'day', date: date.toString() }) as const;

/** Days of any zone compare well enough with instants to notice a period that ends before it starts. */
function roughly(edge: Edge): number {
  if (edge.kind === 'instant') return edge.at.epochMilliseconds;
  return Temporal.PlainDate.from(edge.date).toZonedDateTime('UTC').epochMilliseconds;
}

/** A period as whole months, for which hours by month can answer, and what is left of it before and after them. */
export interface PeriodParts {
  readonly months: Period | null;
  readonly rest: readonly Period[];
}

export function partsOf(period: Period): PeriodParts {
  const { from, until } = period;
  if (from?.kind === 'instant' || until?.kind === 'instant') return { months: null, rest: [period] };
  const first = from && day(monthOf(from.date, { months: from.date.endsWith('-01') ? 0 : 1 }));
  const last = until && day(monthOf(until.date, { months: 0 }));
  if (first && last && first.date >= last.date) return { months: null, rest: [period] };
  const rest = [
    { from, until: first },
    { from: last, until },
  ].filter((part) => part.from?.date !== part.until?.date);
  return { months: { from: first, until: last }, rest };
}

const monthOf = (date: string, later: Temporal.DurationLike) =>
  Temporal.PlainDate.from(date).with({ day: 1 }).add(later);

/** How far back people can report hours. */
export const oldestReportDays = 366;

/** Waiting reports that one person can have in an organization. */
export const mostWaitingReports = 100;

/** A day has no more minutes, however many reports it has. */
export const mostMinutesOfDay = 1_440;

/** Refuses more than that; `about` names the person to a reader who decides for them. */
export function checkDayMinutes(minutes: number, about?: string): void {
  if (minutes <= mostMinutesOfDay) return;
  const error = hoursErrors.day_full('minutes', { hours: mostMinutesOfDay / 60 });
  throw refuse(about === undefined ? error : { ...error, about });
}

/** Refuses a day that can't be reported any more, or not yet. */
export function checkReportDay(day: string, today: Temporal.PlainDate): void {
  const age = Temporal.PlainDate.from(day).until(today, { largestUnit: 'days' }).days;
  if (age < 0) throw refuse(hoursErrors.day_in_future('day'));
  if (age > oldestReportDays) throw refuse(hoursErrors.day_too_old('day', { days: oldestReportDays }));
}
