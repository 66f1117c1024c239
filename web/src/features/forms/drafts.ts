import { onForget, session } from '../../api/session.ts';

/**
 * Answers that were begun and not sent. They may be private, so they live in the memory of this page only and are gone
 * when it is closed or the person logs out.
 */
const drafts = new Map<string, Record<string, unknown>>();
onForget(() => drafts.clear());

const keyOf = (formId: number) => `${session.person() ?? 'visitor'} ${formId}`;

export const draftOf = (formId: number): Record<string, unknown> | undefined => drafts.get(keyOf(formId));

export function keepDraft(formId: number, answers: Record<string, unknown>): void {
  drafts.set(keyOf(formId), answers);
}

export function dropDraft(formId: number): void {
  drafts.delete(keyOf(formId));
}
