import { formerName } from '#kernel/former-name.ts';

/** "Ada L." of "Ada Lovelace": enough to recognize someone. Never the rest of an address that someone has for a name. */
export function shortName(name: string): string {
  if (name === formerName) return name;
  const [first = '', ...others] = name.replace(/@.*$/s, '').trim().split(/\s+/);
  const [initial] = others.at(-1) ?? '';
  return initial === undefined ? first : `${first} ${initial.toUpperCase()}.`;
}
