import { defineJob } from '#platform/jobs/index.ts';

/** The rest of a recovery that is too large for one transaction. */
export const recoverJob = defineJob<{
  endpoint_id: number;
  organization_id: number;
  since: string;
  until: string;
}>('recover_webhooks', {
  maxAttempts: 10,
});

/** Makes the weeks ahead, drops those that are over, and cancels what waits for no one. */
export const tidyJob = defineJob<Record<string, never>>('tidy_webhooks', {
  maxAttempts: 5,
  isBackground: true,
});
