import { defineEvent } from '#kernel/event.ts';

export const hoursAggregated = defineEvent('hours.aggregated', {
  people: 12,
  records: 14,
  minutes: 2_460,
});
