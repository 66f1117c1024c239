import { type Call, systemCall } from '#kernel/call.ts';
import { inTransaction } from '#platform/db/index.ts';
import { isolate } from '#platform/jobs/isolate.ts';
import type { Platform } from '#platform/slice.ts';
import { authorize } from '#slices/organizations/index.ts';
import { extendSeries } from '../jobs.ts';
import { expandRecurrence } from '../rules/recurrence.ts';
import { mostOccurrences } from '../rules/recurrence-rule.ts';
import { lockSeries, type SeriesToExtend, selectSeriesToExtend, setMadeUntil } from '../sql/series.ts';
import { horizonOf, madeUntil, makeShifts, type ShiftDetails } from '../steps/make-shifts.ts';

const batch = 100;

/**
 * A series is extended once it is this far behind its horizon of half a year, by all occurrences of that time: each night,
 * that is a seventh of them, with a transaction for each (2.6 ms of CPU).
 */
const slackDays = 7;

/**
 * Moves the horizon of endless series on. Safe to repeat and to run twice at once. A series that fails is logged and
 * tried again the next night; the others go on.
 */
export async function extendAllSeries(platform: Platform, now: Temporal.Instant): Promise<number> {
  const call = systemCall('extend-series', now);
  const horizon = horizonOf(now, now);
  let made = 0;
  let last: SeriesToExtend | undefined;
  for (;;) {
    const due = horizon.subtract({ hours: 24 * slackDays });
    const page = await selectSeriesToExtend(platform.database.db, due, last, batch);
    for (const { id, organization_id } of page) {
      const extend = () => extendOne(platform, call, organization_id, id, horizon);
      made += (await isolate(platform, extendSeries.name, organization_id, extend)) ?? 0;
    }
    last = page.at(-1);
    if (page.length < batch) return made;
  }
}

async function extendOne(
  platform: Platform,
  call: Call,
  organizationId: number,
  id: number,
  horizon: Temporal.Instant,
): Promise<number> {
  return await inTransaction(platform.database, {}, async (tx) => {
    const series = await lockSeries(tx, organizationId, id);
    if (!series?.made_until || series.is_changing) return 0;
    if (Temporal.Instant.compare(series.made_until, horizon) >= 0) return 0;
    // What was missed while its program was archived is not made up for.
    const from = Temporal.Instant.compare(series.made_until, call.now) > 0 ? series.made_until : call.now;
    const grant = await authorize(tx, call, 'shifts.manage', series.organization_id);
    const occurrences = expandRecurrence({
      rrule: series.rule,
      start: series.start_time,
      end: series.end_time,
      timeZone: series.time_zone,
      from,
      until: horizon,
      limit: mostOccurrences,
    });
    if (occurrences.length > 0)
      await makeShifts(tx, call, grant, series.template as ShiftDetails, id, occurrences);
    await setMadeUntil(tx, series, madeUntil(occurrences, horizon));
    return occurrences.length;
  });
}
