import { useMediaQuery } from '@mantine/hooks';
import { type RefObject, useLayoutEffect, useState } from 'react';

/**
 * Whether a table becomes cards: on a phone, and wherever it is wider than the frame around it, which depends on the
 * language and on what is in it. How wide it was is kept while it is cards, so that it comes back where it fits.
 * `columns` are those it has: others need another width.
 */
export function useCards(frame: RefObject<HTMLElement | null>, columns: string): boolean {
  const isPhone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
  const [needed, setNeeded] = useState({ columns, width: 0 });
  const isTooWide = needed.width > 0 && needed.columns === columns;
  useLayoutEffect(() => {
    const box = frame.current;
    if (box === null || isPhone) return;
    const measure = () => {
      const { clientWidth, scrollWidth } = box;
      if (isTooWide && clientWidth >= needed.width) setNeeded({ columns, width: 0 });
      else if (!isTooWide && scrollWidth > clientWidth) setNeeded({ columns, width: scrollWidth });
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    if (box.firstElementChild !== null) observer.observe(box.firstElementChild);
    return () => observer.disconnect();
  }, [frame, columns, isPhone, isTooWide, needed.width]);
  return isPhone || isTooWide;
}
