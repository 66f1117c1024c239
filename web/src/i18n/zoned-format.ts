/**
 * A format in the zone of a place. The browser may not know a name that the service stored, because its own list is
 * older or the name is from before names were checked: then it is UTC, as it is for the service.
 */
export function zonedFormat(
  tag: string,
  zone: string,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat(tag, { ...options, timeZone: zone });
  } catch {
    return new Intl.DateTimeFormat(tag, { ...options, timeZone: 'UTC' });
  }
}
