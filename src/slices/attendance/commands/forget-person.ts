import type { Call } from '#kernel/call.ts';
import type { Tx } from '#platform/db/index.ts';
import { forgetTexts } from '../sql/held.ts';

/** That somebody was there, and for how long, stays: totals are made of it. Nothing says any more who it was. */
export async function forgetPerson(tx: Tx, _call: Call, userId: number): Promise<void> {
  await forgetTexts(tx, userId);
}
