/** What other features may use. */

export {
  isWorthShowing,
  OpenSeriesChange,
  type Scope,
  ScopeChoice,
  SeriesProgress,
} from './series-progress.tsx';
export { isOver } from './spots.ts';
export { SpotsLeft } from './spots-left.tsx';
