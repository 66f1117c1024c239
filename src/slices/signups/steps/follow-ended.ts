import type { Call } from '#kernel/call.ts';
import type { Tx } from '#platform/db/index.ts';
import type { Platform } from '#platform/slice.ts';
import { type EndedSpot, endedSpots } from '../follow-ups.ts';

/** For registrations that people may have checked in for. */
export async function followEnded(
  platform: Platform,
  tx: Tx,
  call: Call,
  ended: readonly EndedSpot[],
): Promise<void> {
  if (ended.length === 0) return;
  for (const follow of endedSpots.partsOf(platform)) await follow(tx, call, ended);
}
