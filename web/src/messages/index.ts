import type admin from './en/admin.ts';
import type audit from './en/audit.ts';
import type badges from './en/badges.ts';
import type board from './en/board.ts';
import type common from './en/common.ts';
import type desk from './en/desk.ts';
import type errors from './en/errors.ts';
import type forms from './en/forms.ts';
import type journeys from './en/journeys.ts';
import type manage from './en/manage.ts';
import type manageBadges from './en/manage-badges.ts';
import type manageForms from './en/manage-forms.ts';
import type manageJourneys from './en/manage-journeys.ts';
import type me from './en/me.ts';
import type members from './en/members.ts';
import type people from './en/people.ts';
import type plans from './en/plans.ts';
import type settings from './en/settings.ts';
import type shift from './en/shift.ts';
import type webhooks from './en/webhooks.ts';
import type welcome from './en/welcome.ts';

export const locales = ['en', 'de'] as const;
export type Locale = (typeof locales)[number];

/** Everything the app says, by area. English is the measure: German has the same keys, or does not compile. */
export interface Messages {
  readonly common: typeof common;
  readonly errors: typeof errors;
  readonly board: typeof board;
  readonly welcome: typeof welcome;
  readonly shift: typeof shift;
  readonly me: typeof me;
  readonly desk: typeof desk;
  readonly manage: typeof manage;
  readonly people: typeof people;
  readonly forms: typeof forms;
  readonly journeys: typeof journeys;
  readonly badges: typeof badges;
  readonly webhooks: typeof webhooks;
  readonly settings: typeof settings;
  readonly manageBadges: typeof manageBadges;
  readonly manageJourneys: typeof manageJourneys;
  readonly manageForms: typeof manageForms;
  readonly plans: typeof plans;
  readonly members: typeof members;
  readonly admin: typeof admin;
  readonly audit: typeof audit;
}
export type Area = keyof Messages;

/** The keys of the English texts with texts of any other language. */
export type Translation<Texts> = {
  readonly [Key in keyof Texts]: Texts[Key] extends string ? string : Translation<Texts[Key]>;
};

/** What the first screen needs comes as one file; the rest is loaded with the page that says it. */
export const firstAreas = ['common', 'errors', 'board'] as const satisfies readonly Area[];
type Later = Exclude<Area, (typeof firstAreas)[number]>;
type Loader = () => Promise<{ default: object }>;

export const firstLoaders: Record<Locale, () => Promise<Record<(typeof firstAreas)[number], object>>> = {
  en: () => import('./en/first.ts'),
  de: () => import('./de/first.ts'),
};

export const laterLoaders: Record<Locale, Record<Later, Loader>> = {
  en: {
    welcome: () => import('./en/welcome.ts'),
    shift: () => import('./en/shift.ts'),
    me: () => import('./en/me.ts'),
    desk: () => import('./en/desk.ts'),
    manage: () => import('./en/manage.ts'),
    people: () => import('./en/people.ts'),
    forms: () => import('./en/forms.ts'),
    journeys: () => import('./en/journeys.ts'),
    badges: () => import('./en/badges.ts'),
    webhooks: () => import('./en/webhooks.ts'),
    settings: () => import('./en/settings.ts'),
    manageBadges: () => import('./en/manage-badges.ts'),
    manageJourneys: () => import('./en/manage-journeys.ts'),
    manageForms: () => import('./en/manage-forms.ts'),
    plans: () => import('./en/plans.ts'),
    members: () => import('./en/members.ts'),
    admin: () => import('./en/admin.ts'),
    audit: () => import('./en/audit.ts'),
  },
  de: {
    welcome: () => import('./de/welcome.ts'),
    shift: () => import('./de/shift.ts'),
    me: () => import('./de/me.ts'),
    desk: () => import('./de/desk.ts'),
    manage: () => import('./de/manage.ts'),
    people: () => import('./de/people.ts'),
    forms: () => import('./de/forms.ts'),
    journeys: () => import('./de/journeys.ts'),
    badges: () => import('./de/badges.ts'),
    webhooks: () => import('./de/webhooks.ts'),
    settings: () => import('./de/settings.ts'),
    manageBadges: () => import('./de/manage-badges.ts'),
    manageJourneys: () => import('./de/manage-journeys.ts'),
    manageForms: () => import('./de/manage-forms.ts'),
    plans: () => import('./de/plans.ts'),
    members: () => import('./de/members.ts'),
    admin: () => import('./de/admin.ts'),
    audit: () => import('./de/audit.ts'),
  },
};
