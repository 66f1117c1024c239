import { refuse } from '#kernel/refusal.ts';
import { reportErrors } from './errors.ts';

/** A year, also a leap year. */
export const longestDays = 366;

export interface Days {
  readonly from: Temporal.PlainDate;
  readonly to: Temporal.PlainDate;
}

export function daysOf(from: string, to: string): Days {
  const days = { from: Temporal.PlainDate.from(from), to: Temporal.PlainDate.from(to) };
  const length = days.from.until(days.to).days + 1;
  if (length < 1) throw refuse(reportErrors.before_from('to'));
  if (length > longestDays) throw refuse(reportErrors.too_long('to', { days: longestDays }));
  return days;
}

export function yearBefore({ from, to }: Days): Days {
  return { from: from.subtract({ years: 1 }), to: to.subtract({ years: 1 }) };
}

/** Every month that has a day of the period, as `YYYY-MM`. */
export function monthsOf({ from, to }: Days): string[] {
  const months: string[] = [];
  const last = to.toPlainYearMonth();
  for (
    let month = from.toPlainYearMonth();
    Temporal.PlainYearMonth.compare(month, last) <= 0;
    month = month.add({ months: 1 })
  )
    months.push(month.toString());
  return months;
}

/** The same month a year later. */
export function yearLater(month: string): string {
  return Temporal.PlainYearMonth.from(month).add({ years: 1 }).toString();
}
