/** What other features may use. */
export { exceptionsAhead, weekLines } from './availability/availability-lines.ts';
export { minutesOf } from './availability/week-windows.ts';
export { decide } from './roster/actions.ts';
export { onPeople } from './roster/bulk-calls.ts';
export { ReasonWindow } from './roster/reason-window.tsx';
