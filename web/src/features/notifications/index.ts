/** What other features may use. */
export { MailChoice } from './mail-choice.tsx';
