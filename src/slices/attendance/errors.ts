import { declareErrors } from '#kernel/refusal.ts';

const notRegistered = { code: 'not_registered', refusal: 'policy_conflict' } as const;

export const attendanceErrors = declareErrors('attendance', {
  only_yourself: { refusal: 'forbidden' },
  shift_cancelled: { refusal: 'policy_conflict' },
  checkin_window: {
    refusal: 'policy_conflict',
    params: { start: 'instant', end: 'instant', time_zone: 'zone' },
  },
  not_signed_up: {
    ...notRegistered,
    params: { shift_id: 'number' },
    remedy: { rel: 'shift', href: '/shifts/{shift_id}' },
  },
  not_confirmed: {
    ...notRegistered,
    params: { status: 'text' },
    remedy: { rel: 'registrations', href: '/me' },
  },
  signup_cancelled: notRegistered,
  needs_approval: { refusal: 'policy_conflict' },
  shift_full: { refusal: 'capacity_conflict', liftableBy: 'capacity' },
  not_checked_in: { refusal: 'conflict' },
  expired: {},
  invalid: {},
  wrong_digits: { code: 'invalid' },
  too_many_wrong_codes: { refusal: 'rate_limited' },
  other_person: {},
  other_shift: {},
  poster: {},
  person_or_code: { code: 'required' },
  max_bytes: { params: { limit: 'number' } },
  scan_in_future: { code: 'future' },
  too_old: { params: { days: 'number' } },
  not_attended: { params: { status: 'text' } },
  not_checked_out: {},
  still_there: { code: 'not_checked_out' },
  future: {},
  far_from_shift: { params: { days: 'number' } },
  before_checkin: {},
  too_long: { params: { days: 'number' } },
  span: { params: { days: 'number' } },
});
