import type { FieldError } from '#kernel/refusal.ts';
import { isTemporalZone } from '#kernel/zones.ts';
import { shiftErrors } from '../errors.ts';

/** `20260301`, `20260301T090000` or `20260301T080000Z`. */
export function parseMoment(text: string, name: string, errors: FieldError[]): Moment | null {
  const [, year, month, day, time, hour, minute, second, utc] =
    /^(\d{4})(\d{2})(\d{2})(T(\d{2})(\d{2})(\d{2})(Z?))?$/.exec(text.toUpperCase()) ?? [];
  try {
    const date = Temporal.PlainDate.from(`${year}-${month}-${day}`);
    if (time === undefined) return date;
    const local = date.toPlainDateTime(`${hour}:${minute}:${second}`);
    return utc === 'Z' ? local.toZonedDateTime('UTC').toInstant() : local;
  } catch {
    errors.push(shiftErrors.rule_moment('recurrence', { part: name }));
    return null;
  }
}

/** A line such as `EXDATE;TZID=Europe/Berlin:20261224T180000,20261231T180000`. */
export function parseExdates(line: string, errors: FieldError[]): Moment[] {
  const colon = line.indexOf(':');
  const parameters = line.slice('EXDATE'.length, Math.max(colon, 0)).split(';').filter(Boolean);
  let zone: string | undefined;
  for (const parameter of parameters) {
    const [, name, value = ''] = /^(TZID|VALUE)=(.+)$/i.exec(parameter) ?? [];
    if (name?.toUpperCase() === 'TZID' && isTemporalZone(value)) zone = value;
    else if (name?.toUpperCase() !== 'VALUE' || !/^DATE(-TIME)?$/i.test(value)) {
      errors.push(shiftErrors.rule_part_unknown('recurrence', { part: parameter.slice(0, 40) }));
    }
  }
  return line
    .slice(colon + 1)
    .split(',')
    .flatMap((text) => parseMoment(text, 'EXDATE', errors) ?? [])
    .map((moment) => (zone && moment instanceof Temporal.PlainDateTime ? inZone(moment, zone) : moment));
}

/** Only Temporal ever reads this zone, so PostgreSQL need not know it. */
function inZone(local: Temporal.PlainDateTime, checkedZone: string): Temporal.Instant {
  return local.toZonedDateTime(checkedZone).toInstant();
}

/** A moment of a rule: in UTC, on the clock of the series, or a whole date on it. */
export type Moment = Temporal.Instant | Temporal.PlainDateTime | Temporal.PlainDate;
