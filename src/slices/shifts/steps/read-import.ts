import { Type } from 'typebox';
import { type FieldError, Refusal } from '#kernel/refusal.ts';
import { isTimeZone } from '#kernel/zones.ts';
import { type CsvRecord, type CsvTable, hasColumn, readColumns } from '#platform/http/csv-columns.ts';
import type { CsvFile } from '#platform/http/csv-reader.ts';
import { bodyChecker } from '#platform/http/validation.ts';
import { shiftErrors } from '../errors.ts';
import { daysOrWeekdays, type ImportColumn, importColumns, readFields } from '../rules/import-columns.ts';
import { type DateOrder, readTimeCells } from '../rules/import-times.ts';
import { type CreateShiftInput, ShiftTexts } from '../schema/shift.ts';
import type { CopiedShift, Copy } from '../sql/copies.ts';
import type { NamedMission } from '../sql/missions.ts';
import { readTimes, type ShiftDetails, templateOf } from './make-shifts.ts';

export interface ImportContext {
  readonly program: { readonly id: number; readonly name: string; readonly default_mission_id: number };
  readonly timeZone: string;
  readonly missions: readonly NamedMission[];
  readonly dateOrder: DateOrder | undefined;
}

export function readImport(file: CsvFile): CsvTable<ImportColumn> {
  const date = hasColumn(file, importColumns.date) ? importColumns.date : daysOrWeekdays;
  return readColumns(file, { ...importColumns, date }, ['start', 'end']);
}

/** The texts in which lines name their missions, each once. */
export const meantMissions = ({ records }: CsvTable<ImportColumn>): string[] => [
  ...new Set(records.flatMap(({ texts }) => texts.mission || [])),
];

const check = bodyChecker(Type.Object(ShiftTexts));

/** The draft that a line describes, by the rules of `POST /shifts`, or everything that is wrong with it. */
export function draftOf(
  { line, texts, problem }: CsvRecord<ImportColumn>,
  { program, timeZone, missions, dateOrder }: ImportContext,
): Copy | readonly FieldError[] {
  if (problem) return [problem];
  const { fields, errors } = readFields(texts);
  const { time_zone: ownZone } = fields;
  const zone = ownZone !== undefined && isTimeZone(ownZone) ? ownZone : timeZone;
  const times = readTimeCells(texts, zone, dateOrder);
  const mission = texts.mission ? missionOf(texts.mission, missions) : undefined;
  const found = [
    ...('start' in times ? [] : times),
    ...errors,
    ...check(fields),
    ...(mission && 'text' in mission ? [mission] : []),
  ];
  if (found.length > 0 || !('start' in times)) return found;
  const input: CreateShiftInput = {
    ...fields,
    program_id: program.id,
    start_time: times.start.toString(),
    end_time: times.end.toString(),
    ...(mission && 'id' in mission && { mission_id: mission.id }),
    status: 'draft',
  };
  try {
    const { start, end } = readTimes(input.start_time, input.end_time, zone);
    const shift = copiedShift(line, templateOf(input, program, timeZone));
    return { shift, start, end, clock: times.clock, status: 'draft' };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return error.errors.map((one) => ({ ...one, path: one.path === 'end_time' ? 'end' : one.path }));
  }
}

function missionOf(text: string, missions: readonly NamedMission[]): NamedMission | FieldError {
  const named = missions.filter(({ name }) => name.toLowerCase() === text.toLowerCase());
  const inUse = named.filter(({ is_archived }) => !is_archived);
  if (inUse.length > 1) return shiftErrors.mission_ambiguous('mission', { mission: text });
  const mission = inUse[0] ?? named[0] ?? missions.find(({ id }) => String(id) === text);
  if (!mission) return shiftErrors.mission_not_found('mission');
  return mission.is_archived ? shiftErrors.mission_archived('mission') : mission;
}

const copiedShift = (id: number, template: ShiftDetails): CopiedShift => ({
  id,
  program_id: template.programId,
  mission_id: template.missionId,
  title: template.title,
  description: template.description,
  location: template.location,
  team_notes: template.teamNotes,
  time_zone: template.timeZone,
  requires_approval: template.requiresApproval,
  capacity: template.capacity,
  minimum: template.minimum,
  waitlist_capacity: template.waitlistCapacity,
  roles: template.roles,
});
