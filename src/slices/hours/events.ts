import { defineEvent } from '#kernel/event.ts';

export const hoursAggregated = defineEvent(
  'hours.aggregated',
  'Hours were recalculated. The data has the number of people and monthly totals that changed, and their minutes.',
  {
    people: 12,
    records: 14,
    minutes: 2_460,
  },
);
