import { declareErrors } from '#kernel/refusal.ts';

const times = { start: 'instant', end: 'instant', time_zone: 'zone' } as const;
const ofRequirements = { refusal: 'requirements_incomplete', liftableBy: 'requirements' } as const;
const registrations = { rel: 'registrations', href: '/me' } as const;

/** Why a person cannot have a spot, and what else can be wrong with a request about sign-ups. */
export const signupErrors = declareErrors('signups', {
  signup_not_open: { refusal: 'policy_conflict', params: { opens_at: 'instant', time_zone: 'zone' } },
  signup_closed: { refusal: 'policy_conflict', params: { closed_at: 'instant', time_zone: 'zone' } },
  shift_started: { refusal: 'policy_conflict', params: { started_at: 'instant', time_zone: 'zone' } },
  shift_ended: {
    code: 'shift_started',
    refusal: 'policy_conflict',
    params: { ended_at: 'instant', time_zone: 'zone' },
  },
  change_cutoff: { refusal: 'policy_conflict', params: { until: 'instant', time_zone: 'zone' } },
  cancel_cutoff: { refusal: 'policy_conflict', params: { until: 'instant', time_zone: 'zone' } },
  shift_cancelled: { refusal: 'policy_conflict' },
  shift_not_published: { refusal: 'policy_conflict', liftableBy: 'policy' },
  different_mission: { refusal: 'policy_conflict' },
  already_registered: {
    refusal: 'already_registered',
    params: { status: 'word' },
    remedy: registrations,
  },
  same_role: { code: 'already_registered', refusal: 'already_registered' },
  overlap: {
    refusal: 'schedule_conflict',
    params: { shift_id: 'number', ...times },
    remedy: { rel: 'shift', href: '/shifts/{shift_id}' },
  },
  rest_too_short: {
    refusal: 'schedule_conflict',
    liftableBy: 'policy',
    params: { shift_id: 'number', ...times, rest: 'minutes', needed: 'minutes' },
    remedy: { rel: 'shift', href: '/shifts/{shift_id}' },
  },
  outside_availability: {
    refusal: 'availability_conflict',
    liftableBy: 'availability',
    params: times,
    remedy: { rel: 'availability', href: '/me/availability' },
  },
  hours_per_week: {
    refusal: 'policy_conflict',
    liftableBy: 'policy',
    params: { total: 'minutes', most: 'minutes' },
  },
  under_age: { refusal: 'policy_conflict', liftableBy: 'policy', params: { minimum_age: 'number' } },
  minor_at_night: {
    refusal: 'policy_conflict',
    liftableBy: 'policy',
    params: { age: 'number', from: 'clock', until: 'clock', time_zone: 'zone' },
  },
  minor_hours_per_day: {
    refusal: 'policy_conflict',
    liftableBy: 'policy',
    params: { age: 'number', total: 'minutes', most: 'minutes', date: 'date' },
  },
  missing_profile_field: {
    refusal: 'profile_incomplete',
    liftableBy: 'requirements',
    params: { field: 'word' },
    remedy: { rel: 'profile', href: '/profile' },
  },
  email_unverified: {
    code: 'missing_profile_field',
    refusal: 'profile_incomplete',
    liftableBy: 'requirements',
    params: { field: 'word' },
    remedy: { rel: 'profile', href: '/profile' },
  },
  missing_form: {
    ...ofRequirements,
    params: { form_id: 'number', form_name: 'text' },
    remedy: { rel: 'form', href: '/forms/{form_id}' },
  },
  missing_badge: {
    ...ofRequirements,
    params: { badge_id: 'number', badge_name: 'text' },
    remedy: { rel: 'badge', href: '/badges/{badge_id}' },
  },
  missing_journey: {
    ...ofRequirements,
    params: { journey_id: 'number', journey_name: 'text' },
    remedy: { rel: 'journey', href: '/journeys/{journey_id}' },
  },
  minimum_age: { ...ofRequirements, params: { minimum_age: 'number' } },
  shift_full: {
    refusal: 'capacity_conflict',
    liftableBy: 'capacity',
    params: { taken: 'number', spots: 'number' },
  },
  role_full: {
    refusal: 'capacity_conflict',
    liftableBy: 'capacity',
    params: { role_name: 'text', taken: 'number', spots: 'number' },
  },
  waitlist_full: { refusal: 'capacity_conflict', liftableBy: 'capacity', params: { places: 'number' } },
  unknown_role: {},
  role_mismatch: {},
  shifts_or_series: {},
  not_a_member: {},
  invitation_only: { refusal: 'forbidden' },
  others_by_coordinators: { refusal: 'forbidden' },
  switch_by_coordinators: { refusal: 'forbidden' },
  override_by_coordinators: { refusal: 'forbidden' },
  not_registered: {},
  no_registration: { code: 'not_registered', refusal: 'not_found' },
  shift_not_found: { code: 'not_found' },
  organization_not_found: { code: 'not_found' },
  members_only: { refusal: 'forbidden' },
  wrong_status: { refusal: 'conflict', params: { status: 'word', expected: 'word' } },
  offer_expired: { refusal: 'conflict' },
  too_many: { params: { limit: 'number' } },
  time_zone: {},
  time_zone_meant: { code: 'time_zone', params: { zones: 'options' } },
  weekday: {},
  date: {},
  hours: {},
  clock: {},
  requirement_gone: ofRequirements,
});
