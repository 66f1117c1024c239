/** What other features may use. */
export { NotificationChoice } from './notification-choice.tsx';
export { PersonMessages } from './person-messages.tsx';
export { ShiftMessages } from './shift-messages.tsx';
export { Write, WriteMessage } from './write.ts';
