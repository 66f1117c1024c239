import { type RefObject, useEffect } from 'react';

/** The first field that says what is wrong has the focus: it may be many screens above the button. */
export function focusFirstWrong(inside: Element | null): void {
  inside?.closest('form')?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
}

/** The same each time a form is refused. `inside` is the form or something in it. */
export function useFocusFirstWrong(inside: RefObject<Element | null>, error: unknown): void {
  useEffect(() => {
    if (error !== null && error !== undefined) focusFirstWrong(inside.current);
  }, [inside, error]);
}
