import type { Schemas } from '@muster/client';
import type common from '../messages/common.en.ts';

type Role = Schemas['MyOrganization']['role'];

/** `person` needs an account, a role the chosen organization. */
export type Needs = 'person' | Role;

/** One page of an entry: entries with several show them as tabs above the page. */
export interface SubPage {
  readonly to: string;
  readonly label: keyof (typeof common)['nav'];
  readonly needs?: Needs;
}

export interface Destination extends SubPage {
  readonly icon: IconName;
  /** What screen readers say where there is no room for the whole label. */
  readonly spoken?: SubPage['label'];
  /** Without it, the entry is a single page. */
  readonly pages?: readonly SubPage[];
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
  readonly label: keyof (typeof common)['nav'];
  readonly items: readonly Destination[];
}

/** Everything in the app, most used first. No one sees more than ten entries; navigation.test.ts counts them. */
export const sections: readonly Section[] = [
  {
    label: 'find',
    items: [
      {
        to: '/',
        label: 'board',
        icon: 'board',
        pages: [
          { to: '/', label: 'board' },
          { to: '/calendar', label: 'calendar' },
        ],
      },
    ],
  },
  {
    label: 'mine',
    items: [
      {
        to: '/me',
        label: 'me',
        icon: 'mine',
        needs: 'person',
        pages: [
          { to: '/me', label: 'me', needs: 'person' },
          { to: '/me/hours', label: 'hours', needs: 'person' },
          { to: '/me/availability', label: 'availability', needs: 'person' },
        ],
      },
      {
        to: '/journeys',
        label: 'progress',
        icon: 'journey',
        pages: [
          { to: '/journeys', label: 'journeys' },
          { to: '/me/journeys', label: 'myJourneys', needs: 'person' },
          { to: '/badges', label: 'badges' },
          { to: '/me/badges', label: 'myBadges', needs: 'person' },
          { to: '/me/forms', label: 'myForms', needs: 'person' },
        ],
      },
      {
        to: '/profile',
        label: 'account',
        icon: 'profile',
        needs: 'person',
        pages: [
          { to: '/profile', label: 'profile', needs: 'person' },
          { to: '/me/settings', label: 'settings', needs: 'person' },
        ],
      },
    ],
  },
  {
    label: 'coordinate',
    items: [
      {
        to: '/manage',
        label: 'today',
        icon: 'today',
        needs: 'coordinator',
        pages: [
          { to: '/manage', label: 'today', needs: 'coordinator' },
          { to: '/manage/overview', label: 'overview', needs: 'coordinator' },
        ],
      },
      { to: '/manage/shifts', label: 'manageShifts', icon: 'calendar', needs: 'coordinator' },
      {
        to: '/manage/people',
        label: 'people',
        icon: 'people',
        needs: 'coordinator',
        pages: [
          { to: '/manage/people', label: 'people', needs: 'coordinator' },
          { to: '/manage/members', label: 'members', needs: 'admin' },
          { to: '/manage/messages', label: 'messages', needs: 'coordinator' },
          { to: '/manage/hours', label: 'manageHours', needs: 'coordinator' },
        ],
      },
      { to: '/desk', label: 'desk', icon: 'desk', needs: 'check_in' },
    ],
  },
  {
    label: 'organization',
    items: [
      {
        to: '/manage/programs',
        label: 'programs',
        icon: 'program',
        needs: 'coordinator',
        pages: [
          { to: '/manage/programs', label: 'programs', needs: 'coordinator' },
          { to: '/manage/missions', label: 'missions', needs: 'coordinator' },
          { to: '/manage/forms', label: 'manageForms', needs: 'coordinator' },
          { to: '/manage/journeys', label: 'manageJourneys', needs: 'coordinator' },
          { to: '/manage/badges', label: 'manageBadges', needs: 'coordinator' },
        ],
      },
      {
        to: '/manage/settings',
        label: 'organizationSettings',
        icon: 'settings',
        needs: 'admin',
        pages: [
          { to: '/manage/settings', label: 'organizationSettings', needs: 'admin' },
          { to: '/manage/api-keys', label: 'apiKeys', needs: 'admin' },
          { to: '/manage/webhooks', label: 'webhooks', needs: 'admin' },
          { to: '/manage/audit', label: 'audit', needs: 'admin' },
        ],
      },
    ],
  },
];

/** Pages above others in the address but not in the app. */
const exact = new Set(['/', '/me', '/manage']);

/** Whether a page belongs to an address: it is that page, or lies below it. */
function covers(to: string, path: string): boolean {
  return path === to || (!exact.has(to) && path.startsWith(`${to}/`));
}

export function pagesOf(item: Destination): readonly SubPage[] {
  return item.pages ?? [item];
}

/** The entry that an address belongs to, and the page of it. Undefined for pages of no entry, such as login. */
export function placeOf(path: string): { item: Destination; page: SubPage } | undefined {
  for (const { items } of sections)
    for (const item of items)
      for (const page of pagesOf(item)) if (covers(page.to, path)) return { item, page };
  return undefined;
}

/** What a person with these rights sees. An entry leads to the first of its pages that they may visit. */
export function visibleSections(mayVisit: (needs: Needs | undefined) => boolean): readonly Section[] {
  return sections
    .map((section) => ({ ...section, items: section.items.filter(({ needs }) => mayVisit(needs)) }))
    .filter(({ items }) => items.length > 0);
}
