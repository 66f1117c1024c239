import { declareErrors } from '#kernel/refusal.ts';

const login = { rel: 'login', href: '/login' } as const;
const unsuitable = { refusal: 'password_unsuitable' } as const;

export const accountErrors = declareErrors('accounts', {
  session_ended: { refusal: 'unauthenticated', remedy: login },
  other_site: { refusal: 'forbidden' },
  email_taken: { code: 'taken', refusal: 'email_taken', remedy: login },
  password_too_short: { ...unsuitable, code: 'min_length', params: { limit: 'number' } },
  password_too_long: { ...unsuitable, code: 'max_length', params: { limit: 'number' } },
  password_is_email: { ...unsuitable, code: 'is_email' },
  password_is_name: { ...unsuitable, code: 'is_name' },
  wrong_password: { code: 'wrong' },
  too_many_attempts: {
    refusal: 'rate_limited',
    params: { wait: 'seconds' },
    remedy: { rel: 'reset', href: '/forgot-password' },
  },
  too_many_links: { refusal: 'rate_limited' },
  setup_link_invalid: { code: 'invalid', refusal: 'token_invalid' },
  born_in_future: { code: 'future' },
  born_too_early: { code: 'too_early', params: { year: 'text' } },
});
