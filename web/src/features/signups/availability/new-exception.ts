import type { Schemas } from '@muster/client';
import { clockFromMinutes, stretchOf } from './week-windows.ts';

export type Exception = Schemas['AvailabilityException'];

/** A day that differs from the week, as it is being typed. */
export interface ExceptionDraft {
  readonly date: string;
  readonly isAvailable: boolean;
  readonly from: string;
  readonly until: string;
}

export const noException: ExceptionDraft = { date: '', isAvailable: false, from: '', until: '' };

export const isBegun = ({ date, from, until }: ExceptionDraft) => `${date}${from}${until}` !== '';

/** What is missing or wrong; undefined when the day can be added. Both times are empty for the whole day. */
export function errorIn({
  date,
  from,
  until,
}: ExceptionDraft): 'date' | 'from' | 'until' | 'order' | undefined {
  if (date === '') return 'date';
  if (from === '' && until === '') return undefined;
  if (from === '') return 'from';
  if (until === '') return 'until';
  return stretchOf({ from, until }) === undefined ? 'order' : undefined;
}

export function withException(exceptions: readonly Exception[], draft: ExceptionDraft): Exception[] {
  const { date, isAvailable: available } = draft;
  const stretch = stretchOf(draft);
  const hours = stretch && { from: clockFromMinutes(stretch.from), until: clockFromMinutes(stretch.until) };
  return [...exceptions, { date, available, ...hours }].toSorted((one, other) =>
    one.date.localeCompare(other.date),
  );
}
