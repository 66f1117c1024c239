import { declareErrors } from '#kernel/refusal.ts';

const forbidden = { refusal: 'forbidden' } as const;
const conflict = { refusal: 'conflict' } as const;
const unauthenticated = { refusal: 'unauthenticated' } as const;
const linkInvalid = { refusal: 'token_invalid' } as const;

export const organizationErrors = declareErrors('organizations', {
  access_required: { ...forbidden, params: { access: 'word' } },
  scope_required: { ...forbidden, params: { scope: 'word' } },
  membership_required: forbidden,
  organization_required: {
    code: 'required',
    refusal: 'organization_required',
    params: { count: 'number' },
  },
  installation_owner_required: forbidden,
  access_too_high: forbidden,
  member_has_more_access: forbidden,
  sole_owner: {
    refusal: 'last_owner',
    params: { organizations: 'texts' },
    remedy: { rel: 'members', href: '/manage/members' },
  },
  already_member: { refusal: 'already_member' },
  invitation_only: forbidden,
  open_to_anyone: conflict,
  already_requested: conflict,
  too_many_requests: { refusal: 'rate_limited', params: { limit: 'number', hours: 'number' } },
  request_closed: conflict,
  no_addresses: {},
  address_missing: {},
  unknown_access: { params: { access: 'text' } },
  too_many_addresses: { params: { limit: 'number' } },
  too_many_invitations: { refusal: 'rate_limited', params: { limit: 'number' } },
  invitation_suspended: { ...linkInvalid, code: 'suspended' },
  invitation_invalid: { ...linkInvalid, code: 'invalid' },
  invitation_not_suspended: { ...conflict, code: 'not_suspended' },
  api_key_not_suspended: { ...conflict, code: 'not_suspended' },
  api_key_invalid: unauthenticated,
  api_key_suspended: unauthenticated,
});
