import { defineEvent } from '#kernel/event.ts';

export const hoursAggregated = defineEvent(
  'hours.aggregated',
  'Hours have been added up: how many people and monthly records have changed, and the minutes of these records.',
  {
    people: 12,
    records: 14,
    minutes: 2_460,
  },
);
