import { ActionIcon } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconGripVertical } from '@tabler/icons-react';
import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import classes from './parts.module.css';

interface SortableProps<Item> {
  readonly label: string;
  readonly items: readonly Item[];
  readonly itemKey: (item: Item) => string;
  readonly nameOf: (item: Item) => string;
  readonly onMove: (from: number, to: number) => void;
  /** What stands beside the buttons that move it. */
  readonly bar: (item: Item, index: number) => ReactNode;
  readonly children: (item: Item, index: number) => ReactNode;
}

/** A list in an order of its own: by two buttons with a keyboard or a finger, by dragging with a mouse. */
export function Sortable<Item>({
  label,
  items,
  itemKey,
  nameOf,
  onMove,
  bar,
  children,
}: SortableProps<Item>) {
  const t = useTranslations('common.order');
  const [dragged, setDragged] = useState<number>();
  const [over, setOver] = useState<number>();
  const [said, setSaid] = useState('');
  const pressed = useRef<HTMLElement>(null);
  // A node that is moved loses the focus; whoever moves an item by keyboard goes on from there.
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
          <li
            key={itemKey(item)}
            className={classes['item']}
            data-over={over === index && dragged !== index ? true : undefined}
            data-dragged={dragged === index ? true : undefined}
            onDragOver={(event) => {
              if (dragged === undefined) return;
              event.preventDefault();
              setOver(index);
            }}
            onDrop={(event) => {
              event.preventDefault();
              if (dragged !== undefined) move(dragged, index);
            }}
          >
            <div className={classes['bar']}>
              {/* biome-ignore lint/a11y/noStaticElementInteractions: the buttons beside it do the same */}
              <span
                className={classes['grip']}
                draggable
                title={t('drag')}
                onDragStart={() => setDragged(index)}
                onDragEnd={() => {
                  setDragged(undefined);
                  setOver(undefined);
                }}
              >
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
        ))}
      </ol>
      <span role="status" className="only-read-aloud">
        {said}
      </span>
    </>
  );
}

/** The list with one item put elsewhere. */
export function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const rest = [...items];
  const [item] = rest.splice(from, 1);
  if (item !== undefined) rest.splice(to, 0, item);
  return rest;
}
