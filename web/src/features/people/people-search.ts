import type { Schemas } from '@muster/client';
import { isDay } from '../../time/calendar.ts';

type Role = Schemas['Member']['role'];

const roles: readonly Role[] = ['volunteer', 'check_in', 'coordinator', 'admin', 'owner'];
const days = ['active_since', 'inactive_since', 'joined_since'] as const;
const numbers = [
  'tag_id',
  'without_tag_id',
  'program_id',
  'min_hours',
  'max_hours',
  'form_done',
  'form_missing',
] as const;

/** What the list is narrowed down to, with the names of the API: it is in the address and in saved filters. */
export type PeopleSearch = {
  readonly q?: string;
  readonly role?: Role;
} & { readonly [Name in (typeof days)[number]]?: string } & {
  readonly [Name in (typeof numbers)[number]]?: number;
};

export function peopleSearch(input: Record<string, unknown>): PeopleSearch {
  const { q } = input;
  const role = roles.find((one) => one === input['role']);
  const dayEntries = days.filter((name) => isDay(input[name])).map((name) => [name, input[name]]);
  const numberEntries = numbers
    .map((name) => [name, input[name] === '' ? Number.NaN : Number(input[name])] as const)
    .filter(([name, value]) => Number.isSafeInteger(value) && value >= (name.endsWith('hours') ? 0 : 1));
  return {
    ...(typeof q === 'string' && q.trim() !== '' && { q: q.slice(0, 200) }),
    ...(role && { role }),
    ...Object.fromEntries(dayEntries),
    ...Object.fromEntries(numberEntries),
  };
}

/** How many conditions there are beyond those that are always in sight. */
export function furtherConditions({ q: _q, role: _role, tag_id: _tag, ...rest }: PeopleSearch): number {
  return Object.values(rest).filter((value) => value !== undefined).length;
}
