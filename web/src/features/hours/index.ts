/** What other features may use. */
export { PersonHours } from './person-hours.tsx';
export { useReportsToApprove } from './reports-to-approve.ts';
export { verifyHours } from './verify-hours.ts';
