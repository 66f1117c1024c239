import type { Call } from '#kernel/call.ts';
import { kinds } from '#kernel/notification-kinds.ts';
import type { Platform } from '#platform/slice.ts';
import { turnOffNotices } from '#slices/accounts/index.ts';
import { readUnsubscribeToken } from '../gate.ts';

export async function unsubscribe(
  platform: Platform,
  call: Call,
  token: string,
  scope: 'kind' | 'all',
): Promise<void> {
  const { userId, kind } = readUnsubscribeToken(platform.database.sealer, token);
  await turnOffNotices(platform, call, userId, scope === 'all' ? kinds : [kind]);
}
