/** What other features may use. */
export { isDoorOpen } from './attendance.ts';
export { Door, PosterDoor } from './check-in-panel.tsx';
export { MyCode } from './my-code.tsx';
