import { sql } from 'kysely';
import { classifyFailure } from '#platform/db/index.ts';
import type { Platform } from '#platform/slice.ts';

type Watched = Pick<Platform, 'database' | 'log'>;

/**
 * Does one organization's part of a job that is for all of them. When it fails, that is logged and counted, and the
 * job goes on with the others; the next run tries it again. Only a database that is away ends the job: it is away for
 * all. Returns undefined after a failure.
 */
export async function isolate<Answer>(
  platform: Watched,
  job: string,
  organizationId: number,
  work: () => Promise<Answer>,
): Promise<Answer | undefined> {
  try {
    return await work();
  } catch (error) {
    if (classifyFailure(error) === 'unavailable') throw error;
    await noteFailure(platform, job, organizationId, error);
    return undefined;
  }
}

/** The same for each of these organizations, one after the other, until the job is asked to stop. */
export async function forEachOrganization(
  platform: Watched,
  job: string,
  organizationIds: readonly number[],
  work: (organizationId: number) => Promise<unknown>,
  signal?: AbortSignal,
): Promise<void> {
  for (const id of organizationIds) {
    if (signal?.aborted) return;
    await isolate(platform, job, id, () => work(id));
  }
}

const longestMessage = 300;

/** For loops that find out whose part has failed only afterwards. */
export async function noteFailure(
  { database, log }: Watched,
  job: string,
  organizationId: number,
  error: unknown,
): Promise<void> {
  log.error(
    { err: error, job, organization_id: organizationId },
    'job failed for one organization; continuing with the others',
  );
  const message = (error instanceof Error ? error.message : String(error)).slice(0, longestMessage);
  // Counted in the database, because a worker has no page of metrics. Losing one count is not worth losing the job.
  await sql`
    insert into organization_failures as known (job, organization_id, failures, last_error, last_failed_at)
    values (${job}, ${organizationId}, 1, ${message.replaceAll('\0', '')}, now())
    on conflict (job, organization_id) do update set failures = known.failures + 1,
      last_error = excluded.last_error, last_failed_at = excluded.last_failed_at
  `
    .execute(database.db)
    .catch((failure: unknown) => log.debug({ err: failure }, 'could not count a failure'));
}
