import type { Call } from '#kernel/call.ts';
import { type FieldError, refuse } from '#kernel/refusal.ts';
import { formatInstant } from '#kernel/time.ts';
import { knownZone } from '#kernel/zones.ts';
import { inTransaction, type Reader } from '#platform/db/index.ts';
import type { CsvTable } from '#platform/http/csv-columns.ts';
import type { CsvFile } from '#platform/http/csv-reader.ts';
import type { Platform } from '#platform/slice.ts';
import { authorize, findOrganization } from '#slices/organizations/index.ts';
import { findProgram } from '#slices/programs/index.ts';
import { shiftErrors } from '../errors.ts';
import type { Manage } from '../gate.ts';
import { presentNote } from '../present.ts';
import { clocksChangeDuring } from '../rules/clock-changes.ts';
import type { ImportColumn } from '../rules/import-columns.ts';
import { findDateOrder } from '../rules/import-times.ts';
import type { Result } from '../rules/results.ts';
import {
  type ImportedShiftsBody,
  type ImportProblemBody,
  type ImportQueryInput,
  mostListed,
} from '../schema/import.ts';
import type { Copy } from '../sql/copies.ts';
import { selectMeantMissions } from '../sql/missions.ts';
import { findNotes, takeTurns, unlessThere, writeWanted } from '../steps/copy-shifts.ts';
import { draftOf, meantMissions, readImport } from '../steps/read-import.ts';

/** A draft for each line of a file, or nothing at all: half of a plan would be hard to find and hard to undo. */
export async function importShifts(
  { database }: Platform,
  call: Call,
  organizationId: number,
  { program_id: programId, dry_run: isDryRun }: ImportQueryInput,
  file: CsvFile,
): Promise<ImportedShiftsBody> {
  if (isDryRun === true) {
    const grant = await authorize(database.db, call, 'shifts.manage', organizationId);
    return present(await decide(database.db, call, grant, programId, file), call);
  }
  return await inTransaction(database, call, async (tx) => {
    const grant = await authorize(tx, call, 'shifts.manage', organizationId);
    await takeTurns(tx, grant);
    const decided = await decide(tx, call, grant, programId, file);
    refuseProblems(decided);
    return present({ ...decided, results: await writeWanted(tx, call, grant, decided) }, call);
  });
}

/** Something about a line. The path of its error is the column. */
interface Finding {
  readonly line: number;
  readonly error: FieldError;
}

interface Decided {
  readonly table: CsvTable<ImportColumn>;
  /** One per line; null for lines with a problem. */
  readonly copies: readonly (Copy | null)[];
  readonly results: readonly Result[];
  readonly problems: readonly Finding[];
  readonly warnings: readonly Finding[];
}

async function decide(
  db: Reader,
  call: Call,
  grant: Manage,
  programId: number,
  file: CsvFile,
): Promise<Decided> {
  const program = await findProgram(db, programId);
  if (program?.organization_id !== grant.organizationId)
    throw refuse(shiftErrors.program_not_found('program_id'));
  if (program.archived_at) throw refuse(shiftErrors.program_archived('program_id'));
  const table = readImport(file);
  const organization = await findOrganization(db, grant.organizationId);
  const missions = await selectMeantMissions(db, grant, meantMissions(table));
  const context = {
    program,
    missions,
    timeZone: knownZone(organization?.time_zone ?? 'UTC'),
    dateOrder: findDateOrder(table.records.map(({ texts }) => texts)),
  };
  const drafts = table.records.map((record) => draftOf(record, context));
  const copies = drafts.map((draft) => ('clock' in draft ? draft : null));
  const { existing, notes } = await findNotes(db, call, grant, copies);
  const lineOf = (position: number) => table.records[position]?.line ?? 0;
  const isNew = (position: number) => copies[position] != null && !existing.has(position);
  const warnings = [
    ...table.records.flatMap(({ line, note }) => (note ? [{ line, error: note }] : [])),
    ...findSame(copies.filter((_, position) => isNew(position))),
    ...notes
      .filter(({ position, note }) => isNew(position) && isNews(note, copies[position]))
      .map(({ position, note }) => ({ line: lineOf(position), error: noteOfLine(note) })),
  ];
  return {
    table,
    copies,
    results: drafts.map((_, position) => unlessThere(existing.get(position))),
    problems: drafts.flatMap((draft, position) =>
      'clock' in draft ? [] : draft.map((error) => ({ line: lineOf(position), error })),
    ),
    warnings: warnings.sort((one, other) => one.line - other.line),
  };
}

/** Times in a file are meant as they are: that clocks change earlier on that day changes nothing. */
const isNews = (note: FieldError, copy: Copy | null | undefined): boolean =>
  note.code !== 'clock_changes' || (copy != null && clocksChangeDuring(copy));

/** A line has columns, and no shift yet. */
function noteOfLine({ params: { shift_id: _line, ...params }, ...note }: FieldError): FieldError {
  return { ...note, params, path: note.path === 'end_time' ? 'end' : 'start' };
}

/** Lines with the title and start of one above them. The id of a draft is its line. */
function findSame(copies: readonly (Copy | null)[]): Finding[] {
  const first = new Map<string, number>();
  return copies.flatMap((copy) => {
    if (!copy) return [];
    const { id: line, title } = copy.shift;
    const key = `${copy.start} ${title}`;
    const other = first.get(key);
    if (other === undefined) first.set(key, line);
    return other === undefined
      ? []
      : [{ line, error: shiftErrors.import_same_line('start', { line: other }) }];
  });
}

function refuseProblems({ problems }: Decided): void {
  if (problems.length === 0) return;
  const lines = new Set(problems.map(({ line }) => line)).size;
  throw refuse(
    shiftErrors.import_problems('body', { count: problems.length, lines }),
    ...problems.slice(0, mostListed).map(({ line, error }) => ({
      ...error,
      path: ['lines', line, error.path].filter((part) => part !== '').join('.'),
    })),
  );
}

function present(
  { table, copies, results, problems, warnings }: Decided,
  { language }: Call,
): ImportedShiftsBody {
  const found = ({ line, error }: Finding): ImportProblemBody => ({
    line,
    column: error.path === '' ? null : (table.names.get(error.path as ImportColumn) ?? error.path),
    ...presentNote(error, language),
  });
  const items = copies.flatMap((copy, position) => {
    const result = results[position];
    if (!copy || !result) return [];
    return {
      line: copy.shift.id,
      status: result.status === 'done' ? ('created' as const) : ('already_there' as const),
      id: result.status === 'done' ? (result.id ?? null) : null,
      title: copy.shift.title,
      start_time: formatInstant(copy.start),
      end_time: formatInstant(copy.end),
      time_zone: copy.shift.time_zone,
    };
  });
  const count = (wanted: string) => items.filter(({ status }) => status === wanted).length;
  return {
    created: count('created'),
    already_there: count('already_there'),
    problem_count: problems.length,
    problems: problems.slice(0, mostListed).map(found),
    warning_count: warnings.length,
    warnings: warnings.slice(0, mostListed).map(found),
    ignored_columns: [...table.ignored],
    items,
  };
}
