import { isoOf } from '../../../time/calendar.ts';

/** What a calendar program needs to know of a shift. */
interface CalendarEntry {
  readonly id: number;
  readonly title: string;
  readonly description: string;
  readonly location: string;
  readonly start_time: string;
  readonly end_time: string;
  readonly updated_at: string;
}

/** A shift as a file for calendar programs (RFC 5545). `role`: what the reader does there, in words. */
export function calendarFile(shift: CalendarEntry, address: string, role = ''): string {
  const description = [role, shift.description, address].filter((text) => text !== '').join('\n\n');
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Muster//Web//EN',
    'BEGIN:VEVENT',
    `UID:shift-${shift.id}@${new URL(address).host}`,
    `DTSTAMP:${utc(shift.updated_at)}`,
    `DTSTART:${utc(shift.start_time)}`,
    `DTEND:${utc(shift.end_time)}`,
    `SUMMARY:${escaped(shift.title)}`,
    `LOCATION:${escaped(shift.location)}`,
    `DESCRIPTION:${escaped(description)}`,
    `URL:${address}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return `${lines.map(folded).join('\r\n')}\r\n`;
}

/** Web calendars that take an entry from a link, by the name under which people know them. */
export const webCalendars = ['Google Calendar', 'Outlook.com', 'Microsoft 365'] as const;

/** Of a description in a link: servers refuse long addresses. */
const mostCharacters = 500;

/** Opens a new entry for the shift in a web calendar, for the reader to save. */
export function webCalendarLink(
  calendar: (typeof webCalendars)[number],
  shift: Omit<CalendarEntry, 'id' | 'updated_at'>,
  address: string,
  role = '',
): string {
  const details = [role, address, shortened(shift.description)].filter((text) => text !== '').join('\n\n');
  if (calendar === 'Google Calendar') {
    return linkTo('https://calendar.google.com/calendar/render', {
      action: 'TEMPLATE',
      text: shift.title,
      dates: `${utc(shift.start_time)}/${utc(shift.end_time)}`,
      location: shift.location,
      details,
    });
  }
  const host = calendar === 'Outlook.com' ? 'outlook.live.com' : 'outlook.office.com';
  return linkTo(`https://${host}/calendar/0/deeplink/compose`, {
    path: '/calendar/action/compose',
    rru: 'addevent',
    subject: shift.title,
    startdt: toTheSecond(shift.start_time),
    enddt: toTheSecond(shift.end_time),
    location: shift.location,
    body: details,
  });
}

function linkTo(address: string, parameters: Record<string, string>): string {
  // Not URLSearchParams: Outlook shows its plus signs.
  const pairs = Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `${address}?${pairs.join('&')}`;
}

function shortened(text: string): string {
  const characters = [...text];
  return characters.length <= mostCharacters ? text : `${characters.slice(0, mostCharacters - 1).join('')}…`;
}

/** Opens the subscription in the calendar app of the device. */
export function subscriptionOf(address: string): string {
  return address.replace(/^https?:/, 'webcal:');
}

function utc(instant: string): string {
  return toTheSecond(instant).replaceAll(/[-:]/g, '');
}

function toTheSecond(instant: string): string {
  return `${isoOf(instant).slice(0, 19)}Z`;
}

function escaped(text: string): string {
  return text.replaceAll(/[\\;,]/g, String.raw`\$&`).replaceAll(/\r\n|\r|\n/g, String.raw`\n`);
}

const longestLineBytes = 75;

/** Long lines go on after a line break and a space; counted in bytes, never inside of a character. */
function folded(line: string): string {
  const encoder = new TextEncoder();
  let bytes = 0;
  let text = '';
  for (const character of line) {
    const size = encoder.encode(character).length;
    if (bytes + size > longestLineBytes) {
      text += '\r\n ';
      bytes = 1;
    }
    text += character;
    bytes += size;
  }
  return text;
}
