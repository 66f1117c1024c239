import {
  type CursorPage,
  createClient,
  csvHeader,
  type DataOf,
  type ItemOf,
  type ListPath,
  type Method,
  type OptionalParams,
  type ParamsOf,
  type PathOf,
} from '@muster/client';
import {
  type InfiniteData,
  infiniteQueryOptions,
  QueryClient,
  queryOptions,
  type UseInfiniteQueryResult,
} from '@tanstack/react-query';
import { useEffect } from 'react';
import { commonTexts } from '../i18n/language.ts';
import { nameFormerPeople } from './former-people.ts';
import { readPage } from './page-refresh.ts';
import { isPassing, isWorthAnotherRead, pauseMs, problemOf } from './problem.ts';
import { sessionFetch } from './session.ts';

/**
 * Every read of the app is described by `apiQuery` or `apiPages` and every change goes through `useApiMutation`.
 * A query's key is [path, params], so that invalidating ['/api/v1/shifts/{id}'] reaches every shift.
 */
// What is tried again, and when, is for TanStack Query to decide.
const client = createClient({ baseUrl: location.origin, fetch: sessionFetch, retries: 0 });
type Send = (
  method: string,
  path: string,
  init: Record<string, unknown>,
) => Promise<{ data?: unknown; error?: unknown; response: Response }>;
const send = client.request as unknown as Send;
const tags = new Map<string, string>();

export interface Sent {
  readonly params?: unknown;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  readonly signal?: AbortSignal;
  /** Goes on when the page is closed. */
  readonly keepalive?: boolean;
}

/** One request. Screens use the hooks; this is for loaders, jobs of the service worker and the like. */
export async function call<M extends Method, P extends PathOf<M>>(
  method: M,
  path: P,
  init: Sent = {},
): Promise<DataOf<P, M>> {
  const { data, error, response } = await send(method, path, {
    ...init,
    // A body is sent even when it says nothing: the content type is what keeps foreign forms out.
    ...(method === 'post' && init.body === undefined && { body: {} }),
    ...(init.body instanceof Blob && { headers: { ...init.headers, ...csvHeader } }),
  });
  if (!response.ok) throw await problemOf(response, error);
  const tag = response.headers.get('etag');
  if (method === 'get' && tag !== null) tags.set(keyText(path, init.params), tag);
  return nameFormerPeople(data as DataOf<P, M>, commonTexts()?.formerMember);
}

const keyText = (path: string, params: unknown) => JSON.stringify([path, params ?? {}]);

/** The ETag of what this page read last: take it when a form opens, send it as `ifMatch` with the change. */
export function tagOf<P extends PathOf<'get'>>(path: P, params?: ParamsOf<P, 'get'>): string | undefined {
  return tags.get(keyText(path, params));
}

/** `useQuery(apiQuery('/api/v1/shifts/{id}', { path: { id } }))` */
export function apiQuery<P extends PathOf<'get'>>(path: P, ...[params]: OptionalParams<ParamsOf<P, 'get'>>) {
  return queryOptions({
    queryKey: [path, params ?? {}] as const,
    queryFn: ({ signal }): Promise<DataOf<P, 'get'>> => call('get', path, { params, signal }),
  });
}

/** `useInfiniteQuery(apiPages('/api/v1/shifts', { query: { limit: 50 } }))`: data is the list of all items so far. */
export function apiPages<P extends ListPath>(path: P, ...[params]: OptionalParams<ParamsOf<P, 'get'>>) {
  return infiniteQueryOptions({
    queryKey: [path, params ?? {}, 'pages'] as const,
    queryFn: async ({ client: cache, queryKey, meta, signal, pageParam: cursor }) => {
      const state = cache.getQueryState<InfiniteData<CursorPage<unknown>>>(queryKey);
      const isWhole = state?.fetchMeta?.fetchMore !== undefined || meta?.['isReadWhole'] === true;
      const page = await readPage(
        { signal, cursor, before: isWhole ? undefined : state?.data },
        async () =>
          (await call('get', path, { params: withCursor(params, cursor), signal })) as CursorPage<unknown>,
      );
      return page as CursorPage<ItemOf<P>>;
    },
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next_cursor,
    select: (data) => data.pages.flatMap((page) => page.items),
  });
}

function withCursor(params: unknown, cursor: string | null): unknown {
  if (cursor === null) return params;
  const given = (params ?? {}) as { query?: object };
  return { ...given, query: { ...given.query, cursor } };
}

/** Drops everything that was read, for when another person logs in. */
export function forgetReads(): void {
  void queryClient.cancelQueries();
  queryClient.clear();
  tags.clear();
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      gcTime: 10 * 60_000,
      retry: isWorthAnotherRead,
      retryDelay: pauseMs,
      networkMode: 'offlineFirst',
    },
    mutations: {
      // Every try has the same Idempotency-Key, so trying again is safe.
      retry: (count, error) => isPassing(error) && count < 1,
      retryDelay: pauseMs,
      networkMode: 'always',
    },
  },
});

/** Goes on until the list is whole: to search, sort and count, all of it must be here. */
export function useAllPages<Query extends UseInfiniteQueryResult<unknown>>(query: Query): Query {
  const { hasNextPage, isFetching, isError, fetchNextPage } = query;
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [hasNextPage, isFetching, isError, fetchNextPage]);
  return query;
}
