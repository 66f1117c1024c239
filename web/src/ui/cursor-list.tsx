import { Button, Center, Stack } from '@mantine/core';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { createContext, type ReactNode, useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { ErrorState, ListSkeleton } from './states.tsx';

export interface CursorListProps<Item> {
  /** `useInfiniteQuery(apiPages(…))` */
  readonly query: UseInfiniteQueryResult<readonly Item[]>;
  readonly empty: ReactNode;
  readonly skeleton?: ReactNode;
  readonly children: (items: readonly Item[]) => ReactNode;
}

/** Whether the list around a table has no further pages. Only then can the table be sorted: a part in order would mislead. */
export const IsWholeContext = createContext(true);

/** So many pages that add nothing are fetched unasked, one after the other: a page may be empty and not the last. */
const mostEmptyPages = 5;

/** A list of any length: the next page comes when its end is near, and by a button for those who do not scroll. */
export function CursorList<Item>({ query, empty, skeleton, children }: CursorListProps<Item>) {
  const t = useTranslations('common.state');
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const end = useRef<HTMLDivElement>(null);
  const shown = data?.length ?? 0;
  const unasked = useRef({ shown, pages: 0 });
  useEffect(() => {
    const mark = end.current;
    if (mark === null || !hasNextPage || isFetchingNextPage) return;
    const watcher = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        if (unasked.current.shown !== shown) unasked.current = { shown, pages: 0 };
        unasked.current.pages += 1;
        if (unasked.current.pages <= mostEmptyPages) void fetchNextPage();
      },
      { rootMargin: '400px' },
    );
    watcher.observe(mark);
    return () => watcher.disconnect();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage, shown]);

  if (data === undefined) {
    if (query.isError) return <ErrorState error={query.error} retry={() => void query.refetch()} />;
    return <>{skeleton ?? <ListSkeleton />}</>;
  }
  if (data.length === 0 && !hasNextPage) return <>{empty}</>;
  return (
    <Stack>
      <IsWholeContext value={!hasNextPage}>{children(data)}</IsWholeContext>
      {query.isFetchNextPageError && <ErrorState error={query.error} />}
      <div ref={end} />
      {hasNextPage && (
        <Center>
          <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('loadMore')}
          </Button>
        </Center>
      )}
    </Stack>
  );
}
