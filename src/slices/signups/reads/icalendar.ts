/** Writes calendars as RFC 5545 asks for them. Small enough that a library would hide more than it saves. */

export interface CalendarEvent {
  /** Stays the same for as long as the event exists: calendars know it again by this. */
  readonly uid: string;
  /** Grows when the event moves or is called off. */
  readonly sequence: number;
  readonly status: 'CONFIRMED' | 'TENTATIVE' | 'CANCELLED';
  readonly summary: string;
  readonly description: string;
  readonly location: string;
  readonly category: string;
  readonly start: Temporal.Instant;
  readonly end: Temporal.Instant;
  readonly created: Temporal.Instant;
  readonly modified: Temporal.Instant;
}

export function writeCalendar(name: string, events: readonly CalendarEvent[]): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Muster//Muster//EN',
    'CALSCALE:GREGORIAN',
    `NAME:${escapeText(name)}`,
    `X-WR-CALNAME:${escapeText(name)}`,
    // How often calendars should look again, as the standard says it and as Outlook does.
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    ...(events.length === 0 ? filler : events.flatMap((event) => eventLines(event))),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join('');
}

/** How a message brings events, or takes them back (RFC 5546). No one is asked to answer. */
export interface Notice {
  readonly method: 'PUBLISH' | 'CANCEL';
  readonly organizer: { readonly name: string; readonly address: string };
  readonly sentAt: Temporal.Instant;
}

export function writeNotice(events: readonly CalendarEvent[], { method, organizer, sentAt }: Notice): string {
  const name = organizer.name.replaceAll(/["\p{Cc}]/gu, ' ');
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Muster//Muster//EN',
    'CALSCALE:GREGORIAN',
    `METHOD:${method}`,
    ...events.flatMap((event) =>
      eventLines(event, sentAt, [`ORGANIZER;CN="${name}":mailto:${organizer.address}`]),
    ),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join('');
}

/** A calendar must hold at least one component, and strict readers refuse an empty one. */
const filler = [
  'BEGIN:VTIMEZONE',
  'TZID:Etc/UTC',
  'BEGIN:STANDARD',
  'DTSTART:19700101T000000',
  'TZOFFSETFROM:+0000',
  'TZOFFSETTO:+0000',
  'END:STANDARD',
  'END:VTIMEZONE',
];

function eventLines(
  event: CalendarEvent,
  stamp: Temporal.Instant = event.modified,
  more: readonly string[] = [],
): string[] {
  return [
    'BEGIN:VEVENT',
    `UID:${escapeText(event.uid)}`,
    // Without a METHOD this is the moment of the last revision, not of this answer: the same state, the same bytes.
    `DTSTAMP:${utc(stamp)}`,
    `CREATED:${utc(event.created)}`,
    `LAST-MODIFIED:${utc(event.modified)}`,
    `SEQUENCE:${event.sequence}`,
    `DTSTART:${utc(event.start)}`,
    `DTEND:${utc(event.end)}`,
    `STATUS:${event.status}`,
    // Only what is certain makes a person busy.
    `TRANSP:${event.status === 'CONFIRMED' ? 'OPAQUE' : 'TRANSPARENT'}`,
    `SUMMARY:${escapeText(event.summary)}`,
    ...optional('DESCRIPTION', event.description),
    ...optional('LOCATION', event.location),
    ...optional('CATEGORIES', event.category),
    ...more,
    'END:VEVENT',
  ];
}

function optional(name: string, text: string): string[] {
  return text === '' ? [] : [`${name}:${escapeText(text)}`];
}

function utc(instant: Temporal.Instant): string {
  const [whole] = new Date(instant.epochMilliseconds).toISOString().split('.');
  return `${whole?.replaceAll(/[-:]/g, '')}Z`;
}

export function escapeText(text: string): string {
  return (
    text
      .replaceAll(/[\\;,]/g, '\\$&')
      .replaceAll(/\r\n|\r|\n/g, '\\n')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be in a calendar
      .replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')
  );
}

const longestLine = 75;

/** Breaks a line so that none is longer than 75 octets and no character is torn apart. */
export function fold(line: string): string {
  if (Buffer.byteLength(line) <= longestLine) return line;
  const parts: string[] = [];
  let part = '';
  let octets = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > longestLine) {
      parts.push(part);
      part = ' ';
      octets = 1;
    }
    part += character;
    octets += size;
  }
  parts.push(part);
  return parts.join('\r\n');
}
