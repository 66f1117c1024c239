import { isDay } from '../../time/calendar.ts';
import type { By } from './hours-table.tsx';

export const groupings = ['person', 'program', 'month'] as const satisfies readonly By[];

export interface HoursSearch {
  /** Without it by person. */
  readonly by?: By;
  readonly from?: string;
  readonly to?: string;
  readonly program?: number;
}

export function hoursSearch({ by, from, to, program }: Record<string, unknown>): HoursSearch {
  const grouping = groupings.find((one) => one === by);
  const number = Number(program);
  return {
    ...(grouping !== undefined && { by: grouping }),
    ...(isDay(from) && { from }),
    ...(isDay(to) && { to }),
    ...(Number.isSafeInteger(number) && number > 0 && { program: number }),
  };
}
