import { isDay } from '../../../time/calendar.ts';

export const statuses = ['published', 'draft', 'cancelled'] as const;
type Status = (typeof statuses)[number];

/** What the plan shows, from the address. */
export interface PlanSearch {
  /** Without it the week. */
  readonly view?: 'list';
  /** A day of the week that is shown. */
  readonly week?: string;
  readonly q?: string;
  readonly program?: number;
  readonly status?: Status;
  readonly past?: true;
}

export function planSearch(search: Record<string, unknown>): PlanSearch {
  const { view, week, q, program, status, past } = search;
  const number = Number(program);
  return {
    ...(view === 'list' && { view: 'list' as const }),
    ...(isDay(week) && { week }),
    ...(typeof q === 'string' && q.trim() !== '' && { q: q.slice(0, 200) }),
    ...(Number.isSafeInteger(number) && number > 0 && { program: number }),
    ...(statuses.some((one) => one === status) && { status: status as Status }),
    ...((past === true || past === 'true') && { past: true as const }),
  };
}
