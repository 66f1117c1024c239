import type { Role } from '../api/me.ts';
import type { Messages } from '../messages/index.ts';

/** `person` needs an account, a role the chosen organization. */
export type Needs = 'person' | Role;

export interface Destination {
  readonly to: string;
  readonly label: keyof Messages['common']['nav'];
  readonly icon: IconName;
  readonly needs?: Needs;
}

export type IconName =
  | 'board'
  | 'calendar'
  | 'journey'
  | 'badge'
  | 'mine'
  | 'hours'
  | 'form'
  | 'availability'
  | 'profile'
  | 'settings'
  | 'today'
  | 'people'
  | 'desk'
  | 'program'
  | 'mission'
  | 'key'
  | 'audit'
  | 'webhook';

export interface Section {
  readonly label: keyof Messages['common']['nav'];
  readonly items: readonly Destination[];
}

/** All ways through the app, in the order of how often they are walked. */
export const sections: readonly Section[] = [
  {
    label: 'find',
    items: [
      { to: '/', label: 'board', icon: 'board' },
      { to: '/calendar', label: 'calendar', icon: 'calendar' },
      { to: '/journeys', label: 'journeys', icon: 'journey' },
      { to: '/badges', label: 'badges', icon: 'badge' },
    ],
  },
  {
    label: 'mine',
    items: [
      { to: '/me', label: 'me', icon: 'mine', needs: 'person' },
      { to: '/me/hours', label: 'hours', icon: 'hours', needs: 'person' },
      { to: '/me/journeys', label: 'myJourneys', icon: 'journey', needs: 'person' },
      { to: '/me/badges', label: 'myBadges', icon: 'badge', needs: 'person' },
      { to: '/me/forms', label: 'myForms', icon: 'form', needs: 'person' },
      { to: '/me/availability', label: 'availability', icon: 'availability', needs: 'person' },
      { to: '/profile', label: 'profile', icon: 'profile', needs: 'person' },
      { to: '/me/settings', label: 'settings', icon: 'settings', needs: 'person' },
    ],
  },
  {
    label: 'coordinate',
    items: [
      { to: '/manage', label: 'today', icon: 'today', needs: 'coordinator' },
      { to: '/manage/shifts', label: 'manageShifts', icon: 'board', needs: 'coordinator' },
      { to: '/manage/people', label: 'people', icon: 'people', needs: 'coordinator' },
      { to: '/manage/hours', label: 'manageHours', icon: 'hours', needs: 'coordinator' },
      { to: '/desk', label: 'desk', icon: 'desk', needs: 'check_in' },
    ],
  },
  {
    label: 'organization',
    items: [
      { to: '/manage/forms', label: 'manageForms', icon: 'form', needs: 'coordinator' },
      { to: '/manage/journeys', label: 'manageJourneys', icon: 'journey', needs: 'coordinator' },
      { to: '/manage/badges', label: 'manageBadges', icon: 'badge', needs: 'coordinator' },
      { to: '/manage/programs', label: 'programs', icon: 'program', needs: 'coordinator' },
      { to: '/manage/missions', label: 'missions', icon: 'mission', needs: 'coordinator' },
      { to: '/manage/members', label: 'members', icon: 'people', needs: 'admin' },
      { to: '/manage/settings', label: 'organizationSettings', icon: 'settings', needs: 'admin' },
      { to: '/manage/api-keys', label: 'apiKeys', icon: 'key', needs: 'admin' },
      { to: '/manage/audit', label: 'audit', icon: 'audit', needs: 'admin' },
      { to: '/manage/webhooks', label: 'webhooks', icon: 'webhook', needs: 'admin' },
    ],
  },
];
