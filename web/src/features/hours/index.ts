/** What other features may use. */
export { HoursTable } from './hours-table.tsx';
export { verifyHours } from './verify-hours.ts';
