import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { autoScrollWindowForElements } from '@atlaskit/pragmatic-drag-and-drop-auto-scroll/element';
import { useEffect, useEffectEvent, useState } from 'react';

/**
 * Dragging by mouse and by finger; the page scrolls along at its edges. What can be dragged can also be moved by
 * buttons or a menu, for keyboards.
 */
autoScrollWindowForElements();

interface DragOptions<Item> {
  /** Tells apart what is dragged on one page. */
  readonly kind: string;
  /** Undefined: it can't be dragged. */
  readonly item: Item | undefined;
}

/** `ref` goes to the element that is dragged; `handleRef` to the part to hold on to, where that is not all of it. */
export function useDrag<Item>({ kind, item }: DragOptions<Item>) {
  const [element, ref] = useState<HTMLElement | null>(null);
  const [dragHandle, handleRef] = useState<HTMLElement | null>(null);
  const [isDragged, setDragged] = useState(false);
  const getInitialData = useEffectEvent(() => ({ kind, item }));
  const canDrag = item !== undefined;
  useEffect(() => {
    if (element === null || !canDrag) return;
    return draggable({
      element,
      ...(dragHandle !== null && { dragHandle }),
      getInitialData: () => getInitialData(),
      onDragStart: () => setDragged(true),
      onDrop: () => setDragged(false),
    });
  }, [element, dragHandle, canDrag]);
  return { ref, handleRef, isDragged };
}

interface DropOptions<Item> {
  readonly kind: string;
  readonly takes: (item: Item) => boolean;
  readonly drop: (item: Item) => void;
}

/** `ref` goes to the element that takes what is dropped on it. */
export function useDrop<Item>({ kind, takes, drop }: DropOptions<Item>) {
  const [element, ref] = useState<HTMLElement | null>(null);
  const [isOver, setOver] = useState(false);
  const canDrop = useEffectEvent(
    (data: Record<string | symbol, unknown>) => data['kind'] === kind && takes(data['item'] as Item),
  );
  const onDrop = useEffectEvent((data: Record<string | symbol, unknown>) => drop(data['item'] as Item));
  useEffect(() => {
    if (element === null) return;
    return dropTargetForElements({
      element,
      canDrop: ({ source }) => canDrop(source.data),
      onDragEnter: () => setOver(true),
      onDragLeave: () => setOver(false),
      onDrop: ({ source }) => {
        setOver(false);
        onDrop(source.data);
      },
    });
  }, [element]);
  return { ref, isOver };
}
