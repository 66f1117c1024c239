/** What other features may use. */
export { isDoorOpen } from './attendance.ts';
export { Door } from './door.tsx';
export { MyCode } from './my-code.tsx';
export { PosterDoor } from './poster-door.tsx';
