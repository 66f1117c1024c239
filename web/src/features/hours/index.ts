/** What other features may use. */
export { PersonHours } from './person-hours.tsx';
export { verifyHours } from './verify-hours.ts';
