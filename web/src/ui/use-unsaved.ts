import { useEffect, useId } from 'react';
import { unsaved } from './unsaved.ts';

/**
 * For every form: while it is dirty, nothing leaves the page without a question. `isKept`: it is there again when the
 * person comes back to the page, so only closing the tab asks. A form that leads elsewhere after saving does so with
 * `ignoreBlocker`.
 */
export function useUnsaved(isDirty: boolean | (() => boolean), { isKept = false } = {}): void {
  const id = useId();
  useEffect(() =>
    unsaved.add(id, { isDirty: typeof isDirty === 'boolean' ? () => isDirty : isDirty, isKept }),
  );
}
