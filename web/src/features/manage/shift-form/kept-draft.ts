import { useEffect } from 'react';
import type { ShiftDraft } from './draft.ts';
import type { ShiftForm } from './shift-fields.tsx';

const storageKey = 'muster.new-shift';

/** What was typed on this tab and not sent: a reload or a wrong click loses nothing. */
export function readKept(): Partial<ShiftDraft> {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as Partial<ShiftDraft>;
  } catch {
    return {};
  }
}

export function forgetKept(): void {
  try {
    sessionStorage.removeItem(storageKey);
  } catch {
    // Nothing was kept then.
  }
}

export function useKept(form: ShiftForm): void {
  const { values } = form;
  const isDirty = form.isDirty();
  useEffect(() => {
    if (!isDirty) return;
    try {
      sessionStorage.setItem(storageKey, JSON.stringify(values));
    } catch {
      // The form still holds it.
    }
  }, [values, isDirty]);
}
