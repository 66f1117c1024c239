export const staffings = ['understaffed', 'open', 'full'] as const;
export type Staffing = (typeof staffings)[number];

/** The filters that board, calendar and plan share, as they are in the address: a view can be shared and gone back to. */
export interface Filters {
  readonly q?: string;
  readonly program?: number;
  readonly staffing?: Staffing;
  /** Only shifts that the reader can sign up for. */
  readonly mine?: true;
}

export const isOn = (value: unknown): boolean => value === true || value === 'true';

export function filtersIn(search: Record<string, unknown>): Filters {
  const { q, mine } = search;
  const staffing = staffings.find((one) => one === search['staffing']);
  const program = Number(search['program']);
  return {
    ...(typeof q === 'string' && q.trim() !== '' && { q: q.slice(0, 200) }),
    ...(Number.isSafeInteger(program) && program > 0 && { program }),
    ...(staffing !== undefined && { staffing }),
    ...(isOn(mine) && { mine: true as const }),
  };
}

/** What the service is asked for. */
export function queryOf({ q, program, staffing, mine }: Filters, isPerson: boolean) {
  return {
    ...(q !== undefined && { q: q.trim() }),
    ...(program !== undefined && { program_id: program }),
    ...(staffing !== undefined && { staffing }),
    ...(mine && isPerson && { eligible: 'me' as const }),
  };
}

type Changed<Search> = { [Name in keyof Search]?: Search[Name] | undefined };

/** Leaves out what is not set, so that the address stays short. */
export const without = <Search extends object>(search: Changed<Search>): Search =>
  Object.fromEntries(
    Object.entries(search).filter(([, value]) => value !== undefined && value !== ''),
  ) as Search;
