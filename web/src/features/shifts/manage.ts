/** What the coordinators' pages of other features may use. Its texts aren't loaded for others. */
import { lazyPart, OverPage } from '../../ui/lazy-part.tsx';

export { useTimeNotes } from './shift-form/time-notes.ts';
export { TimeNotes } from './shift-form/time-notes-list.tsx';
export const SaveTemplate = lazyPart(() => import('./templates/save-template.tsx'), OverPage);
