import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect, useState } from 'react';

interface VirtualRowsOptions {
  /** What the rows are in. */
  readonly box: RefObject<HTMLElement | null>;
  readonly count: number;
  /** About how high a row is; the real height is measured. */
  readonly estimate: (index: number) => number;
  readonly keyOf: (index: number) => string | number;
}

/** Thousands of rows that scroll with the page: only those near the screen exist, and those around the focus. */
export function useVirtualRows({ box, count, estimate, keyOf }: VirtualRowsOptions) {
  const [scrollMargin, setScrollMargin] = useState(0);
  // What is above the rows can grow at any time: a banner, a second line of filters.
  // The page changes its height with it, so layout is read then and not in every frame of a scroll.
  useLayoutEffect(() => {
    const measure = () =>
      setScrollMargin(Math.round((box.current?.getBoundingClientRect().top ?? 0) + window.scrollY));
    measure();
    const watcher = new ResizeObserver(measure);
    watcher.observe(document.body);
    return () => watcher.disconnect();
  }, [box]);
  const virtual = useWindowVirtualizer({
    count,
    estimateSize: estimate,
    getItemKey: keyOf,
    overscan: 8,
    scrollMargin,
    rangeExtractor: (range) => withFocused(box.current, range),
  });
  return { virtual, scrollMargin };
}

/** A row that scrolls away with the focus in it would drop it to the page, and an arrow key needs the rows beside it. */
function withFocused(box: HTMLElement | null, range: Range): number[] {
  const near = defaultRangeExtractor(range);
  const { activeElement } = document;
  const row = box?.contains(activeElement) ? activeElement?.closest<HTMLElement>('[data-index]') : null;
  if (row == null) return near;
  const focused = Number(row.dataset['index']);
  const kept = [focused - 1, focused, focused + 1].filter((index) => index >= 0 && index < range.count);
  return [...new Set([...near, ...kept])].toSorted((a, b) => a - b);
}
