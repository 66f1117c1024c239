import { handleJob } from '#platform/jobs/index.ts';
import type { Platform, Slice } from '#platform/slice.ts';
import { recoverMore } from './commands/recover.ts';
import { prepareWeeks, tidyHistory } from './commands/tidy-history.ts';
import { webhookTest } from './events.ts';
import type { WebhookTools } from './gate.ts';
import { recoverJob, tidyJob } from './jobs.ts';
import { readPersonalData } from './reads.ts';
import { deliveryRoutes } from './routes/deliveries.ts';
import { endpointRoutes } from './routes/endpoints.ts';
import { deactivateFailing } from './steps/deactivate-failing.ts';
import { Dispatcher } from './steps/dispatch.ts';
import { fanOutWebhooks } from './steps/fan-out.ts';
import { forgetReasonsSent } from './steps/forget-reasons.ts';

/** Knows no other slice: the catalogue of events, and who may manage webhooks, are handed in by the application. */
export function webhooks(toolsFor: (platform: Platform) => WebhookTools): Slice {
  const running = new WeakMap<Platform, Dispatcher>();
  const wake = (platform: Platform) => () => running.get(platform)?.wake();
  return {
    name: 'webhooks',
    tags: {
      Webhooks: 'Endpoints, deliveries, retries and replays.',
    },
    events: [webhookTest],
    routes: (platform) => [
      ...endpointRoutes(platform, toolsFor(platform), wake(platform)),
      ...deliveryRoutes(platform, toolsFor(platform), wake(platform)),
    ],
    fanouts: (platform) => [fanOutWebhooks(platform, () => running.get(platform))],
    startWork: (platform) => {
      const tools = toolsFor(platform);
      const dispatcher = new Dispatcher(platform, {
        deactivate: (endpointId, reason) => deactivateFailing(platform, tools, endpointId, reason),
      });
      // Without them everything lands in the default partition, which works and is tidied up later.
      const prepared = prepareWeeks(platform, platform.clock()).catch((error: unknown) => {
        platform.log.warn({ err: error }, 'could not create partitions for the webhook delivery history');
      });
      dispatcher.start();
      running.set(platform, dispatcher);
      return {
        async stop() {
          if (running.get(platform) === dispatcher) running.delete(platform);
          await Promise.all([prepared, dispatcher.stop()]);
        },
      };
    },
    jobs: (platform) => [
      handleJob(recoverJob, (payload) => recoverMore(platform, payload)),
      handleJob(tidyJob, (_payload, { now }) => tidyHistory(platform, now)),
    ],
    cron: [{ pattern: '17 * * * *', job: tidyJob }],
    personalData: {
      name: 'webhooks',
      export: (db, userId) => readPersonalData(db, userId),
      forgetReasons: forgetReasonsSent,
      // Who created an endpoint is no longer known once the account has no name.
      erase: async () => {},
    },
  };
}

export type { WebhookTools } from './gate.ts';
