import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import classes from './virtual-list.module.css';

interface VirtualListProps<Item> {
  readonly label: string;
  readonly items: readonly Item[];
  readonly itemKey: (item: Item) => string | number;
  /** About how high an item is; the real height is measured. */
  readonly estimate: (item: Item) => number;
  readonly children: (item: Item) => ReactNode;
}

/** A list of thousands that scrolls with the page: only what is near the screen exists. */
export function VirtualList<Item>({ label, items, itemKey, estimate, children }: VirtualListProps<Item>) {
  const list = useRef<HTMLUListElement>(null);
  const [scrollMargin, setScrollMargin] = useState(0);
  // What is above the list can grow at any time: a banner, a second line of filters.
  // The page changes its height with it, so layout is read then and not in every frame of a scroll.
  useLayoutEffect(() => {
    const measure = () =>
      setScrollMargin(Math.round((list.current?.getBoundingClientRect().top ?? 0) + window.scrollY));
    measure();
    const watcher = new ResizeObserver(measure);
    watcher.observe(document.body);
    return () => watcher.disconnect();
  }, []);
  const virtual = useWindowVirtualizer({
    count: items.length,
    estimateSize: (index) => estimate(items[index] as Item),
    getItemKey: (index) => itemKey(items[index] as Item),
    overscan: 8,
    scrollMargin,
  });
  return (
    <ul ref={list} aria-label={label} className={classes['list']} style={{ height: virtual.getTotalSize() }}>
      {virtual.getVirtualItems().map(({ key, index, start }) => (
        <li
          key={key}
          ref={virtual.measureElement}
          data-index={index}
          aria-setsize={items.length}
          aria-posinset={index + 1}
          className={classes['item']}
          style={{ transform: `translateY(${start - scrollMargin}px)` }}
        >
          {children(items[index] as Item)}
        </li>
      ))}
    </ul>
  );
}
