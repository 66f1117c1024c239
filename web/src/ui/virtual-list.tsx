import { type ReactNode, useRef } from 'react';
import { useVirtualRows } from './use-virtual-rows.ts';
import classes from './virtual-list.module.css';

interface VirtualListProps<Item> {
  readonly label: string;
  readonly items: readonly Item[];
  readonly itemKey: (item: Item) => string | number;
  /** About how high an item is; the real height is measured. */
  readonly estimate: (item: Item) => number;
  readonly children: (item: Item) => ReactNode;
}

/** A list of thousands that scrolls with the page. */
export function VirtualList<Item>({ label, items, itemKey, estimate, children }: VirtualListProps<Item>) {
  const list = useRef<HTMLUListElement>(null);
  const { virtual, scrollMargin } = useVirtualRows({
    box: list,
    count: items.length,
    estimate: (index) => estimate(items[index] as Item),
    keyOf: (index) => itemKey(items[index] as Item),
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
