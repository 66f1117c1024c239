import type { Schemas } from '@muster/client';
import { useQuery } from '@tanstack/react-query';
import { createContext, useContext, useSyncExternalStore } from 'react';
import { pseudoLocale } from '../i18n/language.ts';
import { deviceZone } from '../time/calendar.ts';
import { apiQuery } from './query.ts';
import { type SessionState, session } from './session.ts';

export type Role = Schemas['MyOrganization']['role'];
export type Membership = Schemas['MyOrganization'];

/** From the least to the most powerful; a later role may do all that an earlier one may. */
export const roles: readonly Role[] = ['volunteer', 'check_in', 'coordinator', 'admin', 'owner'];

/** What missions, journeys and organizations can ask for in a profile. */
export const profileFields = ['phone', 'date_of_birth', 'emergency_contact', 'email_verified'] as const;

export function isAbove(role: Role, own: Role): boolean {
  return roles.indexOf(role) > roles.indexOf(own);
}

export function useSession(): SessionState {
  return useSyncExternalStore(session.subscribe, session.state);
}

export function useIsPerson(): boolean {
  const state = useSession();
  return state === 'person' || state === 'expired';
}

/** The logged-in person's profile; undefined for visitors and while it loads. */
export function useMe(): Schemas['Profile'] | undefined {
  return useQuery({ ...apiQuery('/api/v1/me'), enabled: useIsPerson() }).data;
}

/** A language of the app as the API lists it; undefined for the pseudo-locale, which only the browser has. */
export function apiLanguage(locale: string): Schemas['ProfileChange']['language'] {
  return locale === pseudoLocale ? undefined : (locale as NonNullable<Schemas['ProfileChange']['language']>);
}

export interface OrganizationChoice {
  /** All organizations of the person; empty for visitors. */
  readonly memberships: readonly Membership[];
  /** The one that screens are about; undefined for visitors and for people without any. */
  readonly current: Membership | undefined;
  readonly isLoading: boolean;
  /** Why it isn't known whether there are any. */
  readonly error: unknown;
  retry(): void;
  choose(organizationId: number): void;
}

export const OrganizationContext = createContext<OrganizationChoice>({
  memberships: [],
  current: undefined,
  isLoading: false,
  error: null,
  retry: () => {},
  choose: () => {},
});

export function useOrganizations(): OrganizationChoice {
  return useContext(OrganizationContext);
}

/** The membership that screens are about, and what its role may. Screens hide what would be refused anyway. */
export function useMembership(): {
  organization: Membership | undefined;
  /** `may('coordinator')`: coordinator, admin or owner of the chosen organization. */
  may(role: Role): boolean;
} {
  const { current } = useOrganizations();
  return {
    organization: current,
    may: (role) => current !== undefined && !isAbove(role, current.role),
  };
}

/** The clock by which the organization plans. */
export function useOrganizationZone(): string {
  return useOrganizations().current?.time_zone ?? deviceZone;
}

/** For pages behind `needs`: there is always one. */
export function useOrganizationId(): number {
  const { current } = useOrganizations();
  if (current === undefined) throw new Error('this page needs an organization: give its route `needs`');
  return current.id;
}
