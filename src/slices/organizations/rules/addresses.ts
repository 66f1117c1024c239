import { isEmailAddress } from '#kernel/email-address.ts';

/** Addresses that one request can contain. */
export const mostAddresses = 1_000;

export interface PastedAddress {
  /** Where it is, from 1. */
  readonly line: number;
  /** As it was pasted, for what can't be read. */
  readonly text: string;
  /** Null: this is not an address. */
  readonly email: string | null;
  readonly name: string | null;
}

/** A name and an address; what is longer is neither, and would be slow to read. */
const longestPiece = 600;

/**
 * What people paste from spreadsheets, address books and mails: one per line or separated by commas, semicolons, tabs or
 * spaces, as `a@b.org`, `Ada <a@b.org>` or a row with a name beside the address. Each address once.
 */
export function readAddresses(text: string): PastedAddress[] {
  const found = text
    .split(/\r\n|\r|\n/)
    .flatMap((line, index) =>
      line.trim() === '' ? [] : readLine(line).map((one) => ({ line: index + 1, ...one })),
    );
  const texts = new Set<string>();
  return eachAddressOnce(found).filter(
    ({ email, text: own }) => email !== null || (!texts.has(own) && texts.add(own)),
  );
}

/** What a cell of a table contains, with the name in the same line. */
export function readAddressCell(line: number, cell: string, name: string): PastedAddress[] {
  return readPiece(cleaned(cell), name === '' ? [] : [name]).map((one) => ({ line, ...one }));
}

/** And everything that is not an address. */
export function eachAddressOnce<Address extends PastedAddress>(addresses: readonly Address[]): Address[] {
  const seen = new Set<string>();
  return addresses.filter(({ email }) => email === null || (!seen.has(email) && seen.add(email)));
}

type InLine = Omit<PastedAddress, 'line'>;

/** Outlook writes `Lovelace, Ada <a@b.org>; Okafor, Ben <b@b.org>`: there, a comma parts names. */
function readLine(line: string): InLine[] {
  const people = (line.match(/(?:"[^"]{0,200}"|<[^<>]{0,320}>|[^;"<])+/g) ?? []).filter(
    (one) => one.trim() !== '',
  );
  const hasSeveral = people.filter((one) => one.includes('@')).length > 1;
  return hasSeveral ? people.flatMap(readPart) : readPart(line);
}

function readPart(line: string): InLine[] {
  const pieces = (line.match(/(?:"[^"]{0,200}"|<[^<>]{0,320}>|[^,;\t"<])+/g) ?? [])
    .map(cleaned)
    .filter((one) => one !== '');
  const withAddress = pieces.filter((piece) => piece.includes('@'));
  const [only] = withAddress;
  if (only === undefined) return [{ text: cleaned(line), email: null, name: null }];
  if (withAddress.length > 1) return pieces.flatMap((piece) => readPiece(piece, []));
  const at = pieces.indexOf(only);
  // `Lovelace, Ada <a@b.org>`: what is behind an address in brackets isn't a part of the name.
  const isClosed = only.endsWith('>');
  const names = pieces.filter((_, index) => index < at || (index > at && !isClosed));
  const behind = isClosed ? pieces.slice(at + 1) : [];
  return [...readPiece(only, names), ...behind.map((text) => ({ text, email: null, name: null }))];
}

function readPiece(piece: string, besides: readonly string[]): InLine[] {
  const [, before = '', inside = ''] = /^([^<]*)<([^>]*)>?/.exec(piece) ?? [];
  if (inside !== '') return [pasted(piece, inside, [...besides, before])];
  const words = piece.split(/\s+/);
  const addresses = words.filter((word) => word.includes('@'));
  if (addresses.length > 1) return addresses.map((one) => pasted(one, one, []));
  const [address = piece] = addresses;
  return [pasted(piece, address, [...besides, ...words.filter((word) => word !== address)])];
}

function pasted(text: string, address: string, names: readonly string[]): InLine {
  const email = cleaned(address)
    .replace(/^mailto:/i, '')
    // Sentences and lists: (a@b.org), a@b.org.
    .replaceAll(/^[([]+|[)\].:]+$/g, '')
    .toLowerCase();
  const name = cleaned(names.map(cleaned).join(' ')).slice(0, 200);
  if (!isEmailAddress(email)) return { text, email: null, name: null };
  return { text, email, name: name === '' ? null : name };
}

const cleaned = (text: string): string =>
  text
    .slice(0, longestPiece)
    .replaceAll(/[\p{C}\p{Z}]+/gu, ' ')
    .replaceAll(/^[\s"']+|[\s"']+$/g, '')
    .trim();
