import { acceptedZones } from './zones.ts';

/** What people mean by an abbreviation, the likeliest place first. Several where it is used in several places. */
const meanings: Readonly<Record<string, readonly string[]>> = {
  ACDT: ['Australia/Adelaide'],
  ACST: ['Australia/Adelaide', 'Australia/Darwin'],
  ACT: ['Australia/Darwin', 'America/Rio_Branco'],
  ADT: ['America/Halifax'],
  AEDT: ['Australia/Sydney'],
  AEST: ['Australia/Sydney', 'Australia/Brisbane'],
  AET: ['Australia/Sydney'],
  AGT: ['America/Argentina/Buenos_Aires'],
  AKDT: ['America/Anchorage'],
  AKST: ['America/Anchorage'],
  ART: ['America/Argentina/Buenos_Aires'],
  AST: ['America/Halifax', 'America/Puerto_Rico', 'Asia/Riyadh'],
  AWST: ['Australia/Perth'],
  BET: ['America/Sao_Paulo'],
  BRT: ['America/Sao_Paulo'],
  BST: ['Europe/London', 'Asia/Dhaka'],
  CAT: ['Africa/Maputo', 'Africa/Harare'],
  CDT: ['America/Chicago', 'America/Havana'],
  CEST: ['Europe/Berlin', 'Europe/Paris'],
  CET: ['Europe/Berlin', 'Europe/Paris'],
  CNT: ['America/St_Johns'],
  CST: ['America/Chicago', 'Asia/Shanghai', 'America/Havana'],
  CTT: ['Asia/Shanghai'],
  EAT: ['Africa/Nairobi'],
  ECT: ['Europe/Paris', 'America/Guayaquil'],
  EDT: ['America/New_York'],
  EEST: ['Europe/Athens', 'Europe/Helsinki'],
  EET: ['Europe/Athens', 'Europe/Helsinki'],
  EST: ['America/New_York'],
  ET: ['America/New_York'],
  HKT: ['Asia/Hong_Kong'],
  HST: ['Pacific/Honolulu'],
  ICT: ['Asia/Bangkok'],
  IET: ['America/Indiana/Indianapolis'],
  IDT: ['Asia/Jerusalem'],
  IST: ['Asia/Kolkata', 'Europe/Dublin', 'Asia/Jerusalem'],
  JST: ['Asia/Tokyo'],
  KST: ['Asia/Seoul'],
  MDT: ['America/Denver'],
  MESZ: ['Europe/Berlin'],
  MET: ['Europe/Berlin', 'Europe/Paris'],
  MEZ: ['Europe/Berlin'],
  MIT: ['Pacific/Apia'],
  MSK: ['Europe/Moscow'],
  MST: ['America/Denver', 'America/Phoenix'],
  NET: ['Asia/Yerevan'],
  NDT: ['America/St_Johns'],
  NST: ['America/St_Johns', 'Pacific/Auckland'],
  NZDT: ['Pacific/Auckland'],
  NZST: ['Pacific/Auckland'],
  PDT: ['America/Los_Angeles'],
  PHT: ['Asia/Manila'],
  PKT: ['Asia/Karachi'],
  PLT: ['Asia/Karachi'],
  PNT: ['America/Phoenix'],
  PRT: ['America/Puerto_Rico'],
  PST: ['America/Los_Angeles'],
  PT: ['America/Los_Angeles'],
  SAST: ['Africa/Johannesburg'],
  SGT: ['Asia/Singapore'],
  SST: ['Pacific/Guadalcanal', 'Pacific/Pago_Pago'],
  VST: ['Asia/Ho_Chi_Minh'],
  WAT: ['Africa/Lagos'],
  WEST: ['Europe/Lisbon'],
  WET: ['Europe/Lisbon'],
  WIB: ['Asia/Jakarta'],
  Z: ['UTC'],
};

/** Names of older lists. */
const formerNames: Readonly<Record<string, string>> = {
  'us/pacific-new': 'America/Los_Angeles',
  'canada/east-saskatchewan': 'America/Regina',
  'systemv/ast4': 'America/Puerto_Rico',
  'systemv/ast4adt': 'America/Halifax',
  'systemv/est5': 'America/Panama',
  'systemv/est5edt': 'America/New_York',
  'systemv/cst6': 'America/Regina',
  'systemv/cst6cdt': 'America/Chicago',
  'systemv/mst7': 'America/Phoenix',
  'systemv/mst7mdt': 'America/Denver',
  'systemv/pst8': 'Pacific/Pitcairn',
  'systemv/pst8pdt': 'America/Los_Angeles',
  'systemv/yst9': 'Pacific/Gambier',
  'systemv/yst9ydt': 'America/Anchorage',
  'systemv/hst10': 'Pacific/Honolulu',
};

const mostSuggestions = 3;
/** Beyond this length a name is not compared: no one misspells so much by accident. */
const longestName = 64;

/** What a person may have meant by a name that is not accepted, the likeliest first; empty if that is anyone's guess. */
export function suggestZones(name: string, zones: readonly string[] = acceptedZones()): string[] {
  const wanted = name.trim().replaceAll(/\s+/g, '_').toLowerCase();
  if (wanted === '' || wanted.length > longestName) return [];
  const isAccepted = new Set(zones);
  const found = [
    zones.filter((zone) => zone.toLowerCase() === wanted),
    meanings[wanted.toUpperCase()] ?? [],
    [formerNames[wanted] ?? canonicalOf(wanted)],
    zones.filter((zone) => cityOf(zone) === cityOf(wanted)),
    nearest(wanted, zones),
  ].find((group) => group.some((zone) => isAccepted.has(zone)));
  return (found ?? []).filter((zone) => isAccepted.has(zone)).slice(0, mostSuggestions);
}

/** ICU knows former names and what they have become. */
function canonicalOf(name: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return '';
  }
}

function cityOf(zone: string): string {
  return zone.slice(zone.lastIndexOf('/') + 1).toLowerCase();
}

/** A third of the letters may be wrong. A city without its continent is compared with cities. */
function nearest(wanted: string, zones: readonly string[]): string[] {
  const most = Math.floor(wanted.length / 3);
  if (most === 0) return [];
  const formOf = wanted.includes('/') ? (zone: string) => zone.toLowerCase() : cityOf;
  return zones
    .map((zone) => ({ zone, distance: distance(wanted, formOf(zone), most) }))
    .filter((one) => one.distance <= most)
    .sort((one, other) => one.distance - other.distance || one.zone.localeCompare(other.zone, 'en'))
    .map(({ zone }) => zone)
    .slice(0, 1);
}

/** Levenshtein's, by rows. Names whose lengths differ too much are not looked at. */
function distance(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1;
  let row = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let at = 0; at < one.length; at += 1) {
    const next = [at + 1];
    for (let column = 0; column < other.length; column += 1) {
      const changed = (row[column] ?? 0) + (one[at] === other[column] ? 0 : 1);
      next.push(Math.min(changed, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
