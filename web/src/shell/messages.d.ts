/**
 * Everything the app says, by area: `badges` is features/badges/messages.en.ts, and `manageBadges`, which only people who
 * run an organization read, features/badges/messages.manage.en.ts. English is the measure: another language has the same
 * keys, or does not compile.
 */
interface Areas {
  readonly common: typeof import('../messages/common.en.ts').default;
  readonly errors: typeof import('../messages/errors.en.ts').default;
  readonly accounts: typeof import('../features/accounts/messages.en.ts').default;
  readonly asks: typeof import('../features/asks/messages.en.ts').default;
  readonly attendance: typeof import('../features/attendance/messages.en.ts').default;
  readonly audit: typeof import('../features/audit/messages.en.ts').default;
  readonly badges: typeof import('../features/badges/messages.en.ts').default;
  readonly forms: typeof import('../features/forms/messages.en.ts').default;
  readonly hours: typeof import('../features/hours/messages.en.ts').default;
  readonly journeys: typeof import('../features/journeys/messages.en.ts').default;
  readonly manageAsks: typeof import('../features/asks/messages.manage.en.ts').default;
  readonly manageAttendance: typeof import('../features/attendance/messages.manage.en.ts').default;
  readonly manageBadges: typeof import('../features/badges/messages.manage.en.ts').default;
  readonly manageForms: typeof import('../features/forms/messages.manage.en.ts').default;
  readonly manageHours: typeof import('../features/hours/messages.manage.en.ts').default;
  readonly manageJourneys: typeof import('../features/journeys/messages.manage.en.ts').default;
  readonly manageNotifications: typeof import('../features/notifications/messages.manage.en.ts').default;
  readonly manageOrganizations: typeof import('../features/organizations/messages.manage.en.ts').default;
  readonly manageShifts: typeof import('../features/shifts/messages.manage.en.ts').default;
  readonly manageSignups: typeof import('../features/signups/messages.manage.en.ts').default;
  readonly notifications: typeof import('../features/notifications/messages.en.ts').default;
  readonly operations: typeof import('../features/operations/messages.en.ts').default;
  readonly organizations: typeof import('../features/organizations/messages.en.ts').default;
  readonly people: typeof import('../features/people/messages.en.ts').default;
  readonly programs: typeof import('../features/programs/messages.en.ts').default;
  readonly reports: typeof import('../features/reports/messages.en.ts').default;
  readonly shifts: typeof import('../features/shifts/messages.en.ts').default;
  readonly signups: typeof import('../features/signups/messages.en.ts').default;
  readonly today: typeof import('../features/today/messages.en.ts').default;
  readonly webhooks: typeof import('../features/webhooks/messages.en.ts').default;
}

declare module 'use-intl' {
  interface AppConfig {
    Messages: Areas;
  }
}

export {};
