/**
 * The part of an address after the question mark as plain texts. The router's own way reads `?token=123` as a number,
 * which would bend the tokens of our mails.
 */
export function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text));
}

export function stringifySearch(search: Record<string, unknown>): string {
  const entries = Object.entries(search).filter(([, value]) => value !== undefined && value !== false);
  const text = new URLSearchParams(entries.map(([key, value]) => [key, String(value)])).toString();
  return text === '' ? '' : `?${text}`;
}

type Search = Record<string, unknown>;

/** The router hands a page what its `validateSearch` leaves out as well, as it is in the address: `?day=garbage`. */
export function understood<Read extends object>(read: (search: Search) => Read) {
  return (search: Search): Read => ({
    ...Object.fromEntries(Object.keys(search).map((name) => [name, undefined])),
    ...read(search),
  });
}

export const isEmpty = (search: object): boolean =>
  Object.values(search).every((value) => value === undefined);

/** `validateSearch: texts('token')` */
export function texts<const Name extends string>(...names: readonly Name[]) {
  return (search: Record<string, unknown>): { [Key in Name]?: string } =>
    Object.fromEntries(
      names.flatMap((name) => (typeof search[name] === 'string' ? [[name, search[name]]] : [])),
    ) as { [Key in Name]?: string };
}

export interface ArchivedSearch {
  readonly archived?: true;
}

export function archivedSearch({ archived }: Record<string, unknown>): ArchivedSearch {
  return archived === 'true' || archived === true ? { archived: true } : {};
}
