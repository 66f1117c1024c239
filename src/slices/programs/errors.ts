import { declareErrors } from '#kernel/refusal.ts';

const notFound = { code: 'not_found' } as const;
const required = {
  code: 'required_by_missions',
  refusal: 'conflict',
  params: { missions: 'texts' },
  remedy: { rel: 'missions', href: '/manage/missions' },
} as const;

const inJourney = {
  code: 'required_by_journeys',
  refusal: 'conflict',
  params: { journeys: 'texts' },
  remedy: { rel: 'journeys', href: '/manage/journeys' },
} as const;
const forBadge = {
  code: 'required_by_badges',
  refusal: 'conflict',
  params: { badges: 'texts' },
  remedy: { rel: 'badges', href: '/manage/badges' },
} as const;
const archived = { code: 'archived' } as const;
const archivedItem = { code: 'archived', params: { name: 'text' } } as const;
const draft = { code: 'draft', params: { name: 'text' } } as const;

export const programErrors = declareErrors('programs', {
  mission_not_found: notFound,
  mission_archived: archived,
  default_mission_archived: {
    refusal: 'conflict',
    params: { mission: 'text' },
    remedy: { rel: 'missions', href: '/manage/missions' },
  },
  default_mission: {
    refusal: 'conflict',
    params: { program: 'text' },
    remedy: { rel: 'programs', href: '/manage/programs' },
  },
  required_form: required,
  required_badge: required,
  required_journey: required,
  form_in_journey: inJourney,
  badge_in_journey: inJourney,
  mission_in_journey: inJourney,
  program_in_journey: inJourney,
  journey_for_badge: forBadge,
  program_for_badge: forBadge,
  form_not_found: notFound,
  badge_not_found: notFound,
  journey_not_found: notFound,
  form_archived: { ...archivedItem, remedy: { rel: 'forms', href: '/manage/forms' } },
  badge_archived: { ...archivedItem, remedy: { rel: 'badges', href: '/manage/badges' } },
  journey_archived: { ...archivedItem, remedy: { rel: 'journeys', href: '/manage/journeys' } },
  form_draft: draft,
  journey_draft: draft,
});
