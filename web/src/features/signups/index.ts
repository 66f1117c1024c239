/** What other features may use. */
export { PersonAvailability } from './availability/person-availability.tsx';
export { PersonShifts } from './person-shifts.tsx';
export { decide } from './roster/actions.ts';
export { onPeople } from './roster/bulk-calls.ts';
export { ReasonDialog } from './roster/reason-dialog.tsx';
export { WaitingSwaps } from './swaps/waiting-swaps.tsx';
