/** What other features may use. */
export { AskToJoin, InvitationOnly } from './ask-to-join.tsx';
export { MemberFilters } from './member-filters.tsx';
export { memberSearch } from './member-search.ts';
export { PolicyFields } from './policy-fields.tsx';
