export interface ArchivedSearch {
  readonly archived?: true;
}

export function archivedSearch({ archived }: Record<string, unknown>): ArchivedSearch {
  return archived === 'true' || archived === true ? { archived: true } : {};
}
