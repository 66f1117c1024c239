/** What other features may use. */
import { lazyDialog } from '../../ui/lazy-dialog.tsx';

export {
  isWorthShowing,
  OpenSeriesChange,
  type Scope,
  ScopeChoice,
  SeriesProgress,
} from './series-progress.tsx';
export const SeriesSignUp = lazyDialog(() => import('./several/series-dialog.tsx'));
export { hasStarted, isOver } from './spots.ts';
export { SpotsLeft } from './spots-left.tsx';
