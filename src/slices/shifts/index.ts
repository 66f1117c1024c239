import { handleJob } from '#platform/jobs/index.ts';
import type { Slice } from '#platform/slice.ts';
import { extendAllSeries } from './commands/extend-series.ts';
import { shiftEvents } from './events.ts';
import { extendSeries, runSeriesChange } from './jobs.ts';
import { manyShiftRoutes } from './routes/bulk.ts';
import { shiftRoutes } from './routes/shifts.ts';
import { templateRoutes } from './routes/templates.ts';
import { expiringSeriesChanges } from './sql/series-changes.ts';
import { finishSeriesChange } from './steps/run-series-change.ts';

/** The plan: shifts and series. Who is on them is the business of the slice above. */
export const shifts: Slice = {
  name: 'shifts',
  tags: { Shifts: 'Shifts, series and publishing.' },
  routes: (platform) => [...shiftRoutes(platform), ...manyShiftRoutes(platform), ...templateRoutes(platform)],
  events: shiftEvents,
  publicEvents: shiftEvents,
  expiring: [expiringSeriesChanges],
  jobs: (platform) => [
    handleJob(extendSeries, async (_payload, { now }) => {
      await extendAllSeries(platform, now);
    }),
    handleJob(runSeriesChange, async ({ series_change_id }, { lastAttempt }) => {
      await finishSeriesChange(platform, series_change_id, lastAttempt);
    }),
  ],
  cron: [{ pattern: '23 2 * * *', job: extendSeries }],
};

export { type Ended, planChanges } from './follow-ups.ts';
export { openShift } from './gate.ts';
export { presentItem } from './present.ts';
export { manyRoutes } from './routes/bulk.ts';
export { attempt, countOf, type Result } from './rules/results.ts';
export { bulkCounts, bulkItem, manyIds } from './schema/bulk.ts';
export { Shift } from './schema/shift.ts';
export { type ListFilter, lacksPeople } from './sql/list-conditions.ts';
export { type PossibleShift, selectPossible, selectTexts, shiftCursors } from './sql/lists.ts';
export {
  headOfList,
  lockFreePeople,
  lockFreeShifts,
  lockOfPerson,
  lockPeople,
  lockShifts,
} from './sql/locks.ts';
export { allowOverbooking } from './sql/roles.ts';
export { findShift, hiddenText, isHidden, selectHidden } from './sql/shifts.ts';
export { type Counted, countSpots, setWaitlistFirst } from './sql/spots.ts';
export {
  explainConstraint,
  type Locks,
  lockMany,
  requireLocks,
  requireWholeWaitlists,
  withLocks,
} from './steps/lock-shifts.ts';
