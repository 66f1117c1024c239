/** What other features may use. */
export { MailChoice } from './mail-choice.tsx';
export { MessageHistory } from './message-history.tsx';
export { PersonMessages } from './person-messages.tsx';
export { Write, WriteMessage } from './write.ts';
