/** The filters that board, calendar and plan share, as they are in the address: a view can be shared and gone back to. */
export interface Filters {
  readonly q?: string;
  readonly program?: number;
  /** Only shifts with free spots. */
  readonly open?: true;
  /** Only shifts that the reader can sign up for. */
  readonly mine?: true;
}

export const isOn = (value: unknown): boolean => value === true || value === 'true';

export function filtersIn(search: Record<string, unknown>): Filters {
  const { q, open, mine } = search;
  const program = Number(search['program']);
  return {
    ...(typeof q === 'string' && q.trim() !== '' && { q: q.slice(0, 200) }),
    ...(Number.isSafeInteger(program) && program > 0 && { program }),
    ...(isOn(open) && { open: true as const }),
    ...(isOn(mine) && { mine: true as const }),
  };
}

/** What the service is asked for. */
export function queryOf({ q, program, open, mine }: Filters, isPerson: boolean) {
  return {
    ...(q !== undefined && { q: q.trim() }),
    ...(program !== undefined && { program_id: program }),
    ...(open && { has_space: true }),
    ...(mine && isPerson && { eligible: 'me' as const }),
  };
}

type Changed<Search> = { [Name in keyof Search]?: Search[Name] | undefined };

/** Leaves out what is not set, so that the address stays short. */
export const without = <Search extends object>(search: Changed<Search>): Search =>
  Object.fromEntries(
    Object.entries(search).filter(([, value]) => value !== undefined && value !== ''),
  ) as Search;
