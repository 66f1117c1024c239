export interface FailedItem<Item> {
  readonly item: Item;
  readonly error: unknown;
}

/**
 * Does the work for all items at once. If that fails, it does it for each half, until the bad items are alone, and
 * returns those. `isShared` recognizes errors that say nothing about an item (the database is away): they are thrown.
 */
export async function splitOnFailure<Item>(
  items: readonly Item[],
  work: (items: readonly Item[]) => Promise<unknown>,
  isShared: (error: unknown) => boolean,
): Promise<FailedItem<Item>[]> {
  const [first] = items;
  if (first === undefined) return [];
  try {
    await work(items);
    return [];
  } catch (error) {
    if (isShared(error)) throw error;
    if (items.length === 1) return [{ item: first, error }];
  }
  const [one, other] = halves(items);
  return [...(await splitOnFailure(one, work, isShared)), ...(await splitOnFailure(other, work, isShared))];
}

export function halves<Item>(items: readonly Item[]): [Item[], Item[]] {
  const middle = Math.ceil(items.length / 2);
  return [items.slice(0, middle), items.slice(middle)];
}
