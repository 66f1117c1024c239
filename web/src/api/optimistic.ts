import { hashKey, type QueryClient, type QueryKey } from '@tanstack/query-core';

/** Changes the cache ahead of the answer; the change is undone if the answer is an error. */
export interface Draft {
  update<Data>(queryKey: QueryKey, change: (data: Data) => Data): void;
}

export interface OpenDraft {
  readonly draft: Draft;
  /** The answer is a no: this change goes, later ones and newer data stay. */
  undo(): void;
  /** The answer is a yes. */
  keep(): void;
}

type Change = (data: unknown) => unknown;

/** What was read, and the changes on top of it whose answers are still out. */
interface Stack {
  readonly queryKey: QueryKey;
  base: unknown;
  layers: readonly { readonly owner: object; readonly change: Change }[];
  /** The two together, as the cache holds it. Anything else there is newer. */
  shown: unknown;
}

const stacks = new WeakMap<QueryClient, Map<string, Stack>>();

export function openDraft(cache: QueryClient): OpenDraft {
  const owner = {};
  const open = stacks.get(cache) ?? new Map<string, Stack>();
  stacks.set(cache, open);
  const update = (queryKey: QueryKey, change: Change) => {
    // A refetch that is running would overwrite the draft with what was true before.
    void cache.cancelQueries({ queryKey });
    for (const [key, data] of cache.getQueriesData({ queryKey })) {
      if (data === undefined) continue;
      const known = open.get(hashKey(key));
      const stack =
        known !== undefined && known.shown === data
          ? known
          : { queryKey: key, base: data, layers: [], shown: data };
      stack.layers = [...stack.layers, { owner, change }];
      stack.shown = cache.setQueryData(key, change(data));
      open.set(hashKey(key), stack);
    }
  };
  const close = (finish: (stack: Stack, own: Change) => void) => {
    for (const [hash, stack] of open) {
      const own = stack.layers.filter((layer) => layer.owner === owner);
      if (own.length === 0) continue;
      stack.layers = stack.layers.filter((layer) => layer.owner !== owner);
      finish(stack, (data) => own.reduce((before, { change }) => change(before), data));
      if (stack.layers.length === 0) open.delete(hash);
    }
  };
  return {
    draft: { update: (queryKey, change) => update(queryKey, change as Change) },
    keep: () =>
      close((stack, own) => {
        stack.base = own(stack.base);
      }),
    undo: () =>
      close((stack) => {
        if (cache.getQueryData(stack.queryKey) === stack.shown) {
          const rest = stack.layers.reduce((data, { change }) => change(data), stack.base);
          stack.shown = cache.setQueryData(stack.queryKey, rest);
        } else {
          // Read again in between: whether the change is part of it, only the service knows.
          void cache.invalidateQueries({ queryKey: stack.queryKey, exact: true });
        }
      }),
  };
}

export interface ChangeOptions<Variables, Data> {
  /**
   * Keys (or their beginnings) that are out of date afterwards, also after a no: `[['/api/v1/shifts/{id}']]`. They are
   * read again behind the screen; the change is over when its answer is there.
   */
  readonly invalidates?: readonly QueryKey[] | ((variables: Variables) => readonly QueryKey[]);
  readonly optimistic?: (draft: Draft, variables: Variables) => void;
  readonly onSuccess?: (data: Data, variables: Variables) => void;
}

/** What happens in the cache around a change. */
export function changeHandlers<Variables, Data>(
  cache: QueryClient,
  { invalidates = [], optimistic, onSuccess }: ChangeOptions<Variables, Data>,
) {
  return {
    onMutate: (variables: Variables): OpenDraft => {
      const open = openDraft(cache);
      optimistic?.(open.draft, variables);
      return open;
    },
    onError: (_error: Error, _variables: Variables, open: OpenDraft | undefined) => open?.undo(),
    onSuccess: (data: Data, variables: Variables, open: OpenDraft) => {
      open.keep();
      onSuccess?.(data, variables);
    },
    onSettled: (_data: Data | undefined, _error: Error | null, variables: Variables) => {
      const stale = typeof invalidates === 'function' ? invalidates(variables) : invalidates;
      for (const queryKey of stale) void cache.invalidateQueries({ queryKey });
    },
  };
}
