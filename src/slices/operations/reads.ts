import type { Static } from 'typebox';
import { formatInstant } from '#kernel/time.ts';
import type { Reader } from '#platform/db/index.ts';
import { cursorsOf, toPage } from '#platform/http/paging.ts';
import { selectFailed } from '#platform/jobs/failed.ts';
import type { FailedJobQuery } from './schema.ts';

const cursors = cursorsOf('failed-jobs', ['number']);

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
