import { ActionIcon } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconGripVertical } from '@tabler/icons-react';
import { type MouseEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useDrag, useDrop } from './drag.ts';
import classes from './parts.module.css';

interface SortableProps<Item> {
  readonly label: string;
  readonly items: readonly Item[];
  readonly itemKey: (item: Item) => string;
  readonly nameOf: (item: Item) => string;
  readonly onMove: (from: number, to: number) => void;
  /** Shown beside the buttons that move it. */
  readonly bar: (item: Item, index: number) => ReactNode;
  readonly children: (item: Item, index: number) => ReactNode;
}

/** A list in its own order: by two buttons with a keyboard, by dragging with a mouse or a finger. */
export function Sortable<Item>(props: SortableProps<Item>) {
  const { label, items, itemKey, nameOf, onMove } = props;
  const t = useTranslations('common.order');
  const kind = useId();
  const [said, setSaid] = useState('');
  const pressed = useRef<HTMLElement>(null);
  // A node that is moved loses the focus; moving an item by keyboard goes on from there.
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each new order
  useEffect(() => {
    pressed.current?.focus();
    pressed.current = null;
  }, [items]);
  const move = (from: number, to: number) => {
    const item = items[from];
    if (item === undefined || to < 0 || to >= items.length || from === to) return;
    onMove(from, to);
    setSaid(t('moved', { name: nameOf(item), place: to + 1, count: items.length }));
  };
  const press = (event: MouseEvent<HTMLElement>, from: number, to: number) => {
    pressed.current = event.currentTarget;
    move(from, to);
  };
  return (
    <>
      <ol className={classes['sortable']} aria-label={label}>
        {items.map((item, index) => (
          <SortableItem
            key={itemKey(item)}
            {...props}
            kind={kind}
            item={item}
            index={index}
            move={move}
            press={press}
          />
        ))}
      </ol>
      <span role="status" className="only-read-aloud">
        {said}
      </span>
    </>
  );
}

interface SortableItemProps<Item> extends SortableProps<Item> {
  readonly kind: string;
  readonly item: Item;
  readonly index: number;
  readonly move: (from: number, to: number) => void;
  readonly press: (event: MouseEvent<HTMLElement>, from: number, to: number) => void;
}

function SortableItem<Item>(props: SortableItemProps<Item>) {
  const { kind, item, index, items, nameOf, bar, children, move, press } = props;
  const t = useTranslations('common.order');
  const drag = useDrag({ kind, item: index });
  const drop = useDrop<number>({
    kind,
    takes: (from) => from !== index,
    drop: (from) => move(from, index),
  });
  return (
    <li
      ref={drop.ref}
      className={classes['item']}
      data-over={drop.isOver || undefined}
      data-dragged={drag.isDragged || undefined}
    >
      <div className={classes['bar']} ref={drag.ref}>
        <span className={classes['grip']} ref={drag.handleRef} title={t('drag')}>
          <IconGripVertical size={20} aria-hidden />
        </span>
        <div className={classes['barWords']}>{bar(item, index)}</div>
        <ActionIcon
          variant="subtle"
          aria-disabled={index === 0}
          aria-label={t('up', { name: nameOf(item) })}
          onClick={(event) => press(event, index, index - 1)}
        >
          <IconArrowUp size={20} aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          aria-disabled={index === items.length - 1}
          aria-label={t('down', { name: nameOf(item) })}
          onClick={(event) => press(event, index, index + 1)}
        >
          <IconArrowDown size={20} aria-hidden />
        </ActionIcon>
      </div>
      {children(item, index)}
    </li>
  );
}

/** The list with one item put elsewhere. */
export function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const rest = [...items];
  const [item] = rest.splice(from, 1);
  if (item !== undefined) rest.splice(to, 0, item);
  return rest;
}
