/** What other features may use. */
export { Seats } from './seats.tsx';
export { isWorthShowing, OpenSeriesChange, SeriesProgress } from './series-progress.tsx';
export { type Scope, ScopeChoice } from './shift-form/scope-choice.tsx';
export { isOver } from './spots.ts';
