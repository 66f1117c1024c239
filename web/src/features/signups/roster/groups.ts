import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../../../api/query.ts';
import { dayMs, isoOf, msOf } from '../../../time/calendar.ts';
import { isOver } from '../../shifts/index.ts';
import type { RosterPerson, Shift } from './use-roster.ts';

/** A heading of the roster: the people of a role, or those who wait. */
export interface RosterGroup {
  readonly key: string;
  readonly kind: 'role' | 'pending_approval' | 'offered' | 'waitlisted' | 'cancelled';
  /** The role's, where the group is one. Null: spots without a role. */
  readonly role: Shift['roles'][number] | null;
  readonly people: readonly RosterPerson[];
}

export type Line =
  | { readonly kind: 'group'; readonly key: string; readonly group: RosterGroup }
  | { readonly kind: 'person'; readonly key: string; readonly person: RosterPerson };

interface RosterFilter {
  readonly words: string;
  /** A group's key, or empty for all. */
  readonly group: string;
  readonly withCancelled: boolean;
}

const waiting = ['pending_approval', 'offered', 'waitlisted', 'cancelled'] as const;

/** Spots by role, then who waits, each in its order. */
export function groupsOf(shift: Shift, people: readonly RosterPerson[]): RosterGroup[] {
  const by = Map.groupBy(people, ({ status, role_id }) =>
    status === 'active' ? `role ${role_id ?? 0}` : status,
  );
  const roles = [...shift.roles, null].map((role): RosterGroup => {
    const key = `role ${role?.id ?? 0}`;
    return { key, kind: 'role', role, people: byName(by.get(key) ?? []) };
  });
  // People without a role get a heading if the shift has no roles, or if there are any.
  const byRole = roles.filter(
    ({ role, people: ofRole }) => role !== null || ofRole.length > 0 || roles.length === 1,
  );
  const others = waiting.map((kind): RosterGroup => {
    const ofKind = by.get(kind) ?? [];
    return {
      key: kind,
      kind,
      role: null,
      people: kind === 'waitlisted' ? byPosition(ofKind) : byName(ofKind),
    };
  });
  return [...byRole, ...others.filter((group) => group.people.length > 0)];
}

/** What the list shows, headings between people. */
export function linesOf(groups: readonly RosterGroup[], filter: RosterFilter): Line[] {
  const words = filter.words.trim().toLocaleLowerCase();
  const matches = ({ user_name, user_email, user_phone }: RosterPerson) =>
    words === '' ||
    [user_name, user_email, user_phone].some((text) => text?.toLocaleLowerCase().includes(words));
  return groups
    .filter(
      ({ kind, key }) =>
        (filter.group === '' || filter.group === key) &&
        (filter.withCancelled || kind !== 'cancelled' || filter.group === key),
    )
    .flatMap((group): Line[] => {
      const found = group.people.filter(matches);
      if (found.length === 0 && words !== '') return [];
      return [
        { kind: 'group', key: group.key, group },
        ...found.map((person): Line => ({ kind: 'person', key: `person ${person.id}`, person })),
      ];
    });
}

function byName(people: readonly RosterPerson[]): RosterPerson[] {
  return people.toSorted((a, b) => a.user_name.localeCompare(b.user_name));
}

function byPosition(people: readonly RosterPerson[]): RosterPerson[] {
  return people.toSorted((a, b) => (a.waitlist_position ?? 0) - (b.waitlist_position ?? 0));
}

const weekMs = 7 * dayMs;

/** The shifts to which someone can be moved: of the same mission, a week before and after, and not over yet. */
export function useNeighbours(shift: Shift): readonly Shift[] {
  const at = msOf(shift.start_time);
  const query = useQuery(
    apiQuery('/api/v1/shifts', {
      query: {
        organization_id: shift.organization_id,
        mission_id: shift.mission_id,
        status: 'published',
        from: isoOf(at - weekMs),
        to: isoOf(at + weekMs),
        limit: 100,
      },
    }),
  );
  return query.data?.items.filter((other) => other.id !== shift.id && !isOver(other)) ?? [];
}
