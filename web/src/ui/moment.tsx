import { useMembership } from '../api/me.ts';
import { deviceZone } from '../time/calendar.ts';
import { useTimes } from '../time/hooks.ts';
import classes from './parts.module.css';

/** An instant as text by the clocks of the organization, or of `by`; with the year where it is not this one. */
export function useMomentText(by?: string): (at: string) => string {
  const times = useTimes();
  const { organization } = useMembership();
  const zone = by ?? organization?.time_zone ?? deviceZone;
  return (at) => times.momentIn(zone, at, deviceZone);
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
