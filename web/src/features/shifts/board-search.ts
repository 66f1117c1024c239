export const spans = ['today', 'week', 'weekend', 'month'] as const;
export type Span = (typeof spans)[number];

/** The filters of the board as they stand in the address, so that a view can be shared and gone back to. */
export interface BoardSearch {
  readonly q?: string;
  readonly program?: number;
  readonly when?: Span;
  readonly open?: true;
  readonly mine?: true;
}

export function boardSearch(search: Record<string, unknown>): BoardSearch {
  const { q, program, when, open, mine } = search;
  return {
    ...(typeof q === 'string' && q.trim() !== '' && { q: q.slice(0, 200) }),
    ...(Number.isSafeInteger(Number(program)) && Number(program) > 0 && { program: Number(program) }),
    ...(spans.some((span) => span === when) && { when: when as Span }),
    ...((open === 'true' || open === true) && { open: true as const }),
    ...((mine === 'true' || mine === true) && { mine: true as const }),
  };
}

const dayMs = 24 * 3_600_000;

/** The bounds of a span for somebody whose clock shows `now`. Quarters of an hour, so that a list is asked for once. */
export function boundsOf(when: Span | undefined, now: Date): { from: string; to?: string } {
  const from = new Date(Math.floor(now.getTime() / 900_000) * 900_000);
  const midnight = (days: number) => new Date(now.getFullYear(), now.getMonth(), now.getDate() + days);
  const until = (to: Date, since = from) => ({ from: since.toISOString(), to: to.toISOString() });
  switch (when) {
    case undefined:
      return { from: from.toISOString() };
    case 'today':
      return until(midnight(1));
    case 'week':
      return until(new Date(from.getTime() + 7 * dayMs));
    case 'month':
      return until(new Date(from.getTime() + 28 * dayMs));
    case 'weekend': {
      const toSaturday = (6 - now.getDay()) % 7;
      const isSunday = now.getDay() === 0;
      return isSunday
        ? until(midnight(1))
        : until(midnight(toSaturday + 2), toSaturday > 0 ? midnight(toSaturday) : from);
    }
  }
}
