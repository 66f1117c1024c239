import { sql } from 'kysely';
import type { Static } from 'typebox';
import { formatInstant } from '#kernel/time.ts';
import type { Reader } from '#platform/db/index.ts';
import { cursorsOf, toPage } from '#platform/http/paging.ts';
import { selectFailed } from '#platform/jobs/failed.ts';
import { isAbout, type OrganizationScope } from '#platform/jobs/ownership.ts';
import type { FailedJobQuery } from './schema.ts';

const cursors = cursorsOf('failed-jobs', ['number']);

/** What could run now and has not begun: jobs, and events and jobs that the relay has not handed on. */
export async function countDue(db: Reader, scope: OrganizationScope): Promise<number> {
  const events = scope === 'all' ? sql`` : sql`where organization_id = any(${[...scope]}::bigint[])`;
  const { rows } = await sql<{ due: number }>`
    select (select count(*) from graphile_worker._private_jobs j
        where run_at <= now() and attempts < max_attempts and locked_at is null and ${isAbout(sql`j.payload::jsonb`, scope)})
      + (select count(*) from queued_jobs j where ${isAbout(sql`j.payload::jsonb`, scope)})
      + (select count(*) from outbox ${events}) as due
  `.execute(db);
  return rows[0]?.due ?? 0;
}

/** Jobs of the organization that have used up their attempts, the newest first. */
export async function readFailedJobs(
  db: Reader,
  organizationId: number,
  query: Static<typeof FailedJobQuery>,
) {
  const { limit } = query;
  const before = cursors.decode(query.cursor)?.[0] as number | undefined;
  const rows = await selectFailed(db, { organizationId, before, limit: limit + 1 });
  return toPage(
    cursors,
    rows,
    limit,
    (row) => [row.id],
    (row) => ({ ...row, failed_at: formatInstant(row.failed_at) }),
  );
}
