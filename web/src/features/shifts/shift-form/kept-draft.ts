import { useEffect } from 'react';
import { onForget, session } from '../../../api/session.ts';
import { dropStored, readStored, writeStored } from '../../../browser/storage.ts';
import type { ShiftDraft } from './draft.ts';
import type { ShiftForm } from './part.tsx';

const prefix = 'muster.new-shift';
const keyOf = (organizationId: number) => `${prefix}.${session.person() ?? 0}.${organizationId}`;

onForget(() => dropStored(prefix, 'sessionStorage'));

/** What this person typed on this tab for this organization and did not send: a reload or a wrong click loses nothing. */
export function readKept(organizationId: number): Partial<ShiftDraft> {
  try {
    return JSON.parse(readStored(keyOf(organizationId), 'sessionStorage') ?? '{}') as Partial<ShiftDraft>;
  } catch {
    return {};
  }
}

export function forgetKept(organizationId: number): void {
  writeStored(keyOf(organizationId), null, 'sessionStorage');
}

export function useKept(organizationId: number, form: ShiftForm): void {
  const { values } = form;
  const isDirty = form.isDirty();
  useEffect(() => {
    if (isDirty) writeStored(keyOf(organizationId), JSON.stringify(values), 'sessionStorage');
  }, [organizationId, values, isDirty]);
}
