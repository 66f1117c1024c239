/** What other features may use. */
export { AskToJoin, InvitationOnly } from './ask-to-join.tsx';
export { PolicyFields } from './policy-fields.tsx';
