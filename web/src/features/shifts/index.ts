/** What other features may use. */

export {
  isWorthShowing,
  OpenSeriesChange,
  type Scope,
  ScopeChoice,
  SeriesProgress,
} from './series-progress.tsx';
export { isOver } from './spots.ts';
export { Seats } from './spots-left.tsx';
