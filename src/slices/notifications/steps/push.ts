import webpush from 'web-push';
import type { Sealer } from '#platform/db/index.ts';
import { senderAddress } from '#platform/mail/index.ts';
import { createOutbound, type Outbound } from '#platform/outbound/index.ts';
import type { Platform } from '#platform/slice.ts';
import { vapidKeys } from '../gate.ts';
import type { BrowserRow } from '../sql/browsers.ts';

export interface Subscription {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

export interface PushText {
  readonly title: string;
  readonly body: string;
  readonly href: string;
  readonly lang: string;
  /** A newer one with the same tag takes the place of the older one. */
  readonly tag: string;
}

const purpose = 'push-subscription';
const timeoutMs = 10_000;
/** After a day, most of what we write about is history. */
const keptSeconds = 24 * 3_600;

export function sealSubscription(sealer: Sealer, userId: number, subscription: Subscription) {
  return {
    digest: sealer.digest(purpose, subscription.endpoint),
    sealed: sealer.seal(purpose, String(userId), Buffer.from(JSON.stringify(subscription))),
  };
}

const outbounds = new WeakMap<Platform, Outbound>();

function outboundOf(platform: Platform): Outbound {
  const known = outbounds.get(platform);
  if (known) return known;
  const made = createOutbound({ allow: platform.config.allowTargets, maxPools: 100 });
  outbounds.set(platform, made);
  return made;
}

/**
 * Best effort, once: a browser that is off gets it from its push service later, and the email and the list are there in
 * any case. `gone`: the browser has withdrawn its permission, and must not be written to again.
 */
export async function pushTo(
  platform: Platform,
  { user_id, sealed }: BrowserRow,
  text: PushText,
): Promise<'sent' | 'gone' | 'failed'> {
  const { sealer } = platform.database;
  try {
    const subscription = JSON.parse(sealer.open(purpose, String(user_id), sealed).toString()) as Subscription;
    const url = platform.publicUrl();
    const subject = url.startsWith('https:') ? url : `mailto:${senderAddress(platform.config)}`;
    const { endpoint, headers, body } = webpush.generateRequestDetails(subscription, JSON.stringify(text), {
      vapidDetails: { subject, ...vapidKeys(sealer) },
      TTL: keptSeconds,
    });
    const { status } = await outboundOf(platform).post(endpoint, {
      headers: Object.fromEntries(
        Object.entries(headers)
          .filter(([name]) => name.toLowerCase() !== 'content-length')
          .map(([name, value]) => [name, String(value)]),
      ),
      body: body ?? Buffer.alloc(0),
      timeoutMs,
      maxResponseBytes: 1_000,
    });
    if (status === 404 || status === 410) return 'gone';
    return status < 300 ? 'sent' : 'failed';
  } catch (error) {
    platform.log.debug({ err: error }, 'push notification not sent');
    return 'failed';
  }
}
