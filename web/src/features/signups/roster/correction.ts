import type { Schemas } from '@muster/client';
import { clockOf, instantOf } from '../../../time/calendar.ts';

export interface CorrectionValues {
  readonly status: Schemas['AttendanceRecord']['status'];
  /** On the clock of the shift, to the minute. */
  readonly checked_in_at: string;
  readonly checked_out_at: string;
  readonly minutes: number | '';
  readonly note: string;
  readonly reason: string;
}

export function clockText(at: string | number, zone: string): string {
  const { date, time } = clockOf(at, zone);
  return `${date}T${time}`;
}

function instant(text: string, zone: string): string {
  const [date = '', time = ''] = text.split('T');
  return instantOf({ date, time: time.slice(0, 5) }, zone);
}

export const isPresent = (status: string) => status === 'checked_in' || status === 'checked_out';

/**
 * What to send. A time that no one has touched is left out: a scan has seconds, which the form doesn't show, and another
 * time ends the verification and counts the minutes again. Where there was none, the service takes the shift's own, or now.
 */
export function correctionOf(shown: CorrectionValues, values: CorrectionValues, zone: string) {
  const { status, minutes, checked_in_at: came, checked_out_at: left } = values;
  const isOut = status === 'checked_out';
  return {
    status,
    ...(isPresent(status) && came !== shown.checked_in_at && { checked_in_at: instant(came, zone) }),
    ...(isOut && left !== shown.checked_out_at && { checked_out_at: instant(left, zone) }),
    ...(isOut && minutes !== '' && { minutes }),
    note: values.note.trim() || null,
    ...(values.reason.trim() !== '' && { reason: values.reason.trim() }),
  };
}
