import { type Fault, refuse } from '#kernel/refusal.ts';
import { checkTarget } from '#platform/outbound/index.ts';
import type { Platform } from '#platform/slice.ts';
import { unknownEvents } from '../rules/subscriptions.ts';
import type { EndpointValues } from '../sql/endpoints.ts';

/** Refuses an address that may not be reached and events that do not exist, all faults at once. */
export function checkEndpoint(
  platform: Platform,
  { name, url, events }: EndpointValues,
  known: readonly string[],
): EndpointValues {
  const target = checkTarget(url, platform.config.allowTargets);
  const faults: Fault[] = [
    ...(target.ok ? [] : [{ path: 'url', code: target.code, message: target.message }]),
    ...unknownEvents('events', events, known),
  ];
  const [first] = faults;
  if (first || !target.ok)
    throw refuse('validation_failed', first && `${first.path}: ${first.message}`, faults);
  return { name: name.trim(), url: target.url.href, events: [...new Set(events)] };
}
