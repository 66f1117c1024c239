import { isDay } from '../../../time/calendar.ts';
import { type Filters, filtersIn, isOn } from '../filters.ts';
import { type Grouping, groupings } from '../schedule/rows.ts';

export const statuses = ['published', 'draft', 'cancelled'] as const;
type Status = (typeof statuses)[number];
export const planViews = ['day', 'week', 'month', 'timeline', 'list'] as const;
export type PlanView = (typeof planViews)[number];

/** What the plan shows, as it is in the address. */
export interface PlanSearch extends Filters {
  /** Without it the week, on a phone the day. */
  readonly view?: PlanView;
  /** A day of what is shown. */
  readonly day?: string;
  /** What the rows of the timeline are. */
  readonly by?: Grouping;
  readonly status?: Status;
  readonly past?: true;
}

export function planSearch(search: Record<string, unknown>): PlanSearch {
  const { day, past } = search;
  const view = planViews.find((one) => one === search['view']);
  const by = groupings.find((one) => one === search['by']);
  const status = statuses.find((one) => one === search['status']);
  return {
    ...filtersIn(search),
    ...(view !== undefined && { view }),
    ...(isDay(day) && { day }),
    ...(by !== undefined && { by }),
    ...(status !== undefined && { status }),
    ...(isOn(past) && { past: true as const }),
  };
}
