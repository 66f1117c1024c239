/** What the coordinators' pages of other features may use. Its texts aren't loaded for others. */
import { lazyPart } from '../../ui/lazy-part.tsx';

export const SaveTemplate = lazyPart(() => import('./templates/save-template.tsx'));
