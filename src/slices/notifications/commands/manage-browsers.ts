import { ECDH } from 'node:crypto';
import type { Person } from '#kernel/actor.ts';
import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import { inTransaction } from '#platform/db/index.ts';
import { checkTarget } from '#platform/outbound/index.ts';
import type { Platform } from '#platform/slice.ts';
import { findProfile } from '#slices/accounts/index.ts';
import { messageErrors } from '../errors.ts';
import { kindsNotListed, mostBrowsers, mostCounted } from '../rules/channels.ts';
import type { BrowserInput } from '../schema/inbox.ts';
import { deleteBrowser, findNewest, putBrowser, readUntil } from '../sql/browsers.ts';
import { countUnread } from '../sql/notices.ts';
import { sealSubscription } from '../steps/push.ts';

/** From now on, this browser shows notifications until the session ends. Registering it again renews its keys. */
export async function addBrowser(
  { database, config }: Platform,
  call: Call,
  { userId, sessionId }: Person,
  { endpoint, keys }: BrowserInput,
): Promise<{ id: number }> {
  const target = checkTarget(endpoint, config.allowTargets);
  if (!target.ok) throw refuse({ ...target.error, path: 'endpoint' });
  if (!isPublicKey(keys.p256dh)) throw refuse(messageErrors.invalid_push_key('keys.p256dh'));
  const sealed = sealSubscription(database.sealer, userId, { endpoint, keys });
  const id = await inTransaction(database, call, (tx) =>
    putBrowser(tx, { userId, sessionId, ...sealed, now: call.now }, mostBrowsers),
  );
  return { id };
}

/** Texts are encrypted for it: with something else, none would ever arrive. */
function isPublicKey(text: string): boolean {
  try {
    ECDH.convertKey(text, 'prime256v1', 'base64url');
    return true;
  } catch {
    return false;
  }
}

export async function removeBrowser(
  { database }: Platform,
  call: Call,
  { userId }: Person,
  id: number,
): Promise<void> {
  const isGone = await inTransaction(database, call, (tx) => deleteBrowser(tx, userId, id));
  if (!isGone) throw refuse('not_found');
}

export async function markRead(
  { database }: Platform,
  call: Call,
  { userId }: Person,
  until: number,
): Promise<{ unread: number }> {
  return await inTransaction(database, call, async (tx) => {
    // What is still to come can't have been read.
    const after = await readUntil(tx, userId, await findNewest(tx, userId, until), call.now);
    const profile = await findProfile(tx, userId);
    const off = kindsNotListed(profile?.notification_preferences);
    return { unread: await countUnread(tx, userId, { after, off, most: mostCounted }) };
  });
}
