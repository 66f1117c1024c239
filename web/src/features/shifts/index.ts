/** What other features may use. */
export { Seats } from './seats.tsx';
export {
  isWorthShowing,
  OpenSeriesChange,
  type Scope,
  ScopeChoice,
  SeriesProgress,
} from './series-progress.tsx';
export { isOver } from './spots.ts';
