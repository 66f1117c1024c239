let isPointer = false;

const on = (type: 'keydown' | 'pointerdown', isByPointer: boolean) =>
  addEventListener(
    type,
    () => {
      isPointer = isByPointer;
    },
    { capture: true, passive: true },
  );
on('keydown', false);
on('pointerdown', true);

/**
 * Someone with a mouse or a finger doesn't notice where the app moves the focus. A screen reader may press a button without
 * either event, so that anyone who has not used a pointer counts as using keys. Loaded with the page, to see every input.
 */
export const isUsingPointer = (): boolean => isPointer;
