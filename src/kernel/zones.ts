/** Which names of time zones are accepted, and what a stored name means. */

/** What PostgreSQL and Temporal both know. Not set where no database is asked: in pure rules and in the contract. */
let shared: ReadonlySet<string> | undefined;

/**
 * PostgreSQL reads these as abbreviations with a fixed offset (CET is +01 all summer), Temporal as places with
 * daylight saving. So they are not zone names here, although both know them.
 */
const abbreviations: ReadonlySet<string> = new Set(['CET', 'EET', 'EST', 'HST', 'MET', 'MST', 'WET']);

/** Called at the start, and when the database's list has changed. Returns the names that are accepted from now on. */
export function shareZones(names: Iterable<string>): ReadonlySet<string> {
  shared = new Set([...names].filter(isUsable));
  return shared;
}

/** Whether both PostgreSQL and Temporal know this name, in this spelling. */
export function isTimeZone(name: string): boolean {
  return shared ? shared.has(name) : isUsable(name);
}

export function acceptedZones(): readonly string[] {
  return shared ? [...shared] : [...Intl.supportedValuesOf('timeZone'), 'UTC'];
}

function isUsable(name: string): boolean {
  return /^[A-Z]/.test(name) && !abbreviations.has(name) && isTemporalZone(name);
}

const epoch = Temporal.Instant.fromEpochMilliseconds(0);

/** Temporal takes names in any case, and bare offsets such as "+02:00", which know no daylight saving. */
export function isTemporalZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return epoch.toZonedDateTimeISO(name) !== undefined;
  } catch {
    return false;
  }
}

const reported = new Set<string>();
/** A database may hold any number of odd names; each is reported once while this many are remembered. */
const mostReported = 1_000;
let uses = 0;
let report: (zone: string) => void = () => {};

/** Told once for each stored name that is not a zone. */
export function onUnknownZone(listener: (zone: string) => void): void {
  report = listener;
  reported.clear();
}

/** How often a stored name was read as UTC in this process. */
export function unknownZoneUses(): number {
  return uses;
}

/**
 * The zone that a stored name stands for. It may be from before names were checked, or known only to a newer
 * PostgreSQL: then it is read as UTC, as `known_zone` does in the database.
 */
export function knownZone(stored: string): string {
  if (isTimeZone(stored)) return stored;
  uses += 1;
  if (!reported.has(stored)) {
    if (reported.size >= mostReported) reported.clear();
    reported.add(stored);
    report(stored);
  }
  return 'UTC';
}
