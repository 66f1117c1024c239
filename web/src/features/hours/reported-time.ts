import { useFormatter } from 'use-intl';
import { useTimes } from '../../time/hooks.ts';

/** What was reported, to the minute: 1 hour 15 minutes is not 1.3 hours when someone approves it. */
export function useReported() {
  const { number } = useFormatter();
  const times = useTimes();
  const say = (value: number, unit: 'hour' | 'minute') =>
    number(value, { style: 'unit', unit, unitDisplay: 'long' });
  return ({ day, minutes }: { readonly day: string; readonly minutes: number }) => {
    const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
    const parts = [...(hours > 0 ? [say(hours, 'hour')] : []), ...(rest > 0 ? [say(rest, 'minute')] : [])];
    return { hours: parts.join(' '), day: times.formatDay('dayYear', day) };
  };
}
