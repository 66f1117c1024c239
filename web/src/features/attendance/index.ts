/** What other features may use. */
export { isCheckInOpen } from './attendance.ts';
export { CheckInPanel, PosterCheckIn } from './check-in-panel.tsx';
export { MyCode } from './my-code.tsx';
