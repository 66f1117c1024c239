import { isDay } from '../../time/calendar.ts';

export interface OverviewSearch {
  readonly from?: string;
  readonly to?: string;
  readonly program?: number;
}

export function overviewSearch({ from, to, program }: Record<string, unknown>): OverviewSearch {
  const number = Number(program);
  return {
    ...(isDay(from) && { from }),
    ...(isDay(to) && { to }),
    ...(Number.isSafeInteger(number) && number > 0 && { program: number }),
  };
}
