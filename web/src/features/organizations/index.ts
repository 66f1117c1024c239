/** What other features may use. */
export { AskToJoin, InvitationOnly } from './ask-to-join.tsx';
export { InviteButton } from './invitations.tsx';
export { MemberAccess } from './member-access.tsx';
export { MyOrganizations } from './my-organizations.tsx';
export { PolicyFields } from './policy-fields.tsx';
