let isByKeys = false;

const on = (type: 'keydown' | 'pointerdown', isKey: boolean) =>
  addEventListener(
    type,
    () => {
      isByKeys = isKey;
    },
    { capture: true, passive: true },
  );
on('keydown', true);
on('pointerdown', false);

/** Someone with a mouse or a finger doesn't notice where the app moves the focus. Loaded with the page, to see every input. */
export const isUsingKeys = (): boolean => isByKeys;
