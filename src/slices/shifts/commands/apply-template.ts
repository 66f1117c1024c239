import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import { formatInstant } from '#kernel/time.ts';
import { inTransaction, type Reader } from '#platform/db/index.ts';
import type { Platform } from '#platform/slice.ts';
import { authorize } from '#slices/organizations/index.ts';
import type { Manage } from '../gate.ts';
import { presentItem } from '../present.ts';
import { attempt, countOf, type Result } from '../rules/results.ts';
import { occurrenceFrom } from '../rules/templates.ts';
import type { AppliedTemplateBody, ApplyTemplateInput } from '../schema/template.ts';
import type { Copy } from '../sql/copies.ts';
import { findTemplate } from '../sql/templates.ts';
import { archiveCheck, reviewCopies, takeTurns, unlessThere, writeWanted } from '../steps/copy-shifts.ts';
import { readTimes } from '../steps/make-shifts.ts';

/** The shifts of a template on a day or in a week, as drafts unless asked otherwise. */
export async function applyTemplate(
  { database }: Platform,
  call: Call,
  { organizationId, id }: { readonly organizationId: number; readonly id: number },
  input: ApplyTemplateInput,
): Promise<AppliedTemplateBody> {
  if (input.dry_run === true) {
    const grant = await authorize(database.db, call, 'shifts.manage', organizationId);
    return present(await decide(database.db, call, grant, id, input), call);
  }
  return await inTransaction(database, call, async (tx) => {
    const grant = await authorize(tx, call, 'shifts.manage', organizationId);
    await takeTurns(tx, grant);
    const decided = await decide(tx, call, grant, id, input);
    return present({ ...decided, results: await writeWanted(tx, call, grant, decided) }, call);
  });
}

interface Decided {
  readonly copies: readonly Copy[];
  readonly results: readonly Result[];
  readonly warnings: AppliedTemplateBody['warnings'];
}

async function decide(
  db: Reader,
  call: Call,
  grant: Manage,
  id: number,
  { date, status = 'draft', include_existing: isWhole = false }: ApplyTemplateInput,
): Promise<Decided> {
  const template = await findTemplate(db, grant, id);
  if (!template) throw refuse('not_found');
  const day = Temporal.PlainDate.from(date);
  const copies = template.shifts.map(({ weekday, start, minutes, ...shift }, index): Copy => {
    const time = { weekday, start, minutes, time_zone: shift.time_zone };
    const from = Temporal.PlainTime.from(start);
    const clock = { start: from, end: from.add({ minutes }) };
    return { shift: { ...shift, id: index + 1 }, ...occurrenceFrom(template.kind, time, day), clock, status };
  });
  const checkArchive = await archiveCheck(db, grant, template.shifts);
  const { existing, warnings } = await reviewCopies(db, call, grant, copies);
  const results = copies.map(({ shift, start, end }, index) =>
    attempt(() => {
      checkArchive(shift);
      readTimes(start.toString(), end.toString(), shift.time_zone);
      return isWhole ? { status: 'done' } : unlessThere(existing.get(index));
    }),
  );
  return { copies, results, warnings };
}

function present({ copies, results, warnings }: Decided, { language }: Call): AppliedTemplateBody {
  return {
    items: copies.map(({ shift, start, end }, index) => ({
      ...presentItem(shift.id, results[index], language),
      title: shift.title,
      start_time: formatInstant(start),
      end_time: formatInstant(end),
      time_zone: shift.time_zone,
    })),
    ...countOf(results),
    warnings,
  };
}
