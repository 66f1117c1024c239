import { useMembership } from '../api/me.ts';
import { dayKey, deviceZone, type Instant } from '../time/calendar.ts';
import { useTimes } from '../time/hooks.ts';
import classes from './parts.module.css';

/** An instant as text by the clocks of the organization, or of `by`; with the year where it is not this one. */
export function useMomentText(by?: string): (at: string) => string {
  const times = useTimes();
  const { organization } = useMembership();
  const zone = by ?? organization?.time_zone ?? deviceZone;
  const yearOf = (at: Instant) => dayKey(at, zone).slice(0, 4);
  return (at) =>
    yearOf(at) === yearOf(Date.now())
      ? times.format('moment', at, zone)
      : `${times.format('dayAndYear', at, zone)}, ${times.format('time', at, zone)}`;
}

interface MomentProps {
  readonly at: string;
  /** A time zone, where it isn't that of the organization. */
  readonly by?: string;
}

export function Moment({ at, by }: MomentProps) {
  const textOf = useMomentText(by);
  return (
    <time dateTime={at} className={classes['moment']}>
      {textOf(at)}
    </time>
  );
}

/** A day, where the hour does not matter. */
export function Day({ at }: { readonly at: string }) {
  const times = useTimes();
  const { organization } = useMembership();
  return <time dateTime={at}>{times.format('dayAndYear', at, organization?.time_zone ?? deviceZone)}</time>;
}
