import type { Call } from '#kernel/call.ts';
import type { Tx } from '#platform/db/index.ts';
import { forgetTexts } from '../sql/held.ts';
import { dropShortCode } from '../sql/short-codes.ts';
import { endUnattended } from './end-unattended.ts';

/** That somebody was there, and for how long, stays: totals are made of it. Nothing says any more who it was. */
export async function forgetPerson(tx: Tx, call: Call, userId: number): Promise<void> {
  await endUnattended(tx, call, { userId, reason: 'erased' });
  await forgetTexts(tx, userId);
  await dropShortCode(tx, userId);
}
