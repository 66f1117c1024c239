import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import { writeAudit } from '#platform/audit/index.ts';
import { changesOf } from '#platform/changes.ts';
import { brokenConstraint, inTransaction, lockAll, type Tx } from '#platform/db/index.ts';
import type { Platform } from '#platform/slice.ts';
import { authorize } from '#slices/organizations/index.ts';
import { shiftErrors } from '../errors.ts';
import type { Manage } from '../gate.ts';
import { presentTemplate } from '../present.ts';
import { isInWeek, localDay, mostTemplateShifts, mostTemplates, templateTime } from '../rules/templates.ts';
import type { CreateTemplateInput } from '../schema/template.ts';
import { type ShiftRow, selectShifts } from '../sql/shifts.ts';
import {
  deleteTemplate,
  insertTemplate,
  lockTemplate,
  renameTemplate,
  selectStarts,
  selectTemplates,
  type TemplateShift,
} from '../sql/templates.ts';
import { newRole } from '../steps/make-shifts.ts';

export async function createTemplate(
  { database }: Platform,
  call: Call,
  organizationId: number,
  { name, from_shift_id: shiftId, from_week: week }: CreateTemplateInput,
) {
  return await inTransaction(database, call, async (tx) => {
    const grant = await authorize(tx, call, 'shifts.manage', organizationId);
    if ((shiftId === undefined) === (week === undefined))
      throw refuse(shiftErrors.template_source('from_shift_id'));
    await lockAll(tx, 'shift_templates', [organizationId]);
    if ((await selectTemplates(tx, grant)).length >= mostTemplates)
      throw refuse(shiftErrors.too_many_templates('name', { limit: mostTemplates }));
    const shifts =
      week === undefined ? await oneShift(tx, grant, shiftId) : await shiftsOfWeek(tx, grant, week);
    const kind = week === undefined ? 'shift' : 'week';
    const template = { name: name.trim(), kind, shifts: shifts.map(templateShift) } as const;
    const row = await insertTemplate(tx, grant, template, call.now);
    if (!row) throw refuse(shiftErrors.template_name_taken('name'));
    await writeAudit(tx, call, {
      organizationId,
      action: 'shift_template.created',
      objectId: row.id,
      after: { name: row.name, kind, shift_count: row.shift_count },
    });
    return presentTemplate(row);
  });
}

async function oneShift(tx: Tx, grant: Manage, id: number | undefined): Promise<readonly ShiftRow[]> {
  const shifts = await selectShifts(tx, grant, id === undefined ? [] : [id]);
  if (shifts.length === 0) throw refuse(shiftErrors.template_shift_not_found('from_shift_id'));
  return shifts;
}

async function shiftsOfWeek(tx: Tx, grant: Manage, week: string): Promise<readonly ShiftRow[]> {
  const first = Temporal.PlainDate.from(week);
  const midnight = first.toZonedDateTime('UTC').toInstant();
  // In no time zone does a day start more than a day before or after it does in UTC.
  const near = { from: midnight.subtract({ hours: 24 }), to: midnight.add({ hours: 8 * 24 }) };
  const starts = await selectStarts(tx, grant, near);
  const ids = starts.filter((shift) => isInWeek(localDay(shift), first)).map(({ id }) => id);
  if (ids.length === 0) throw refuse(shiftErrors.template_empty('from_week'));
  if (ids.length > mostTemplateShifts)
    throw refuse(shiftErrors.template_too_long('from_week', { limit: mostTemplateShifts }));
  return await selectShifts(tx, grant, ids);
}

const templateShift = (shift: ShiftRow): TemplateShift => ({
  ...templateTime(shift),
  program_id: shift.program_id,
  mission_id: shift.mission_id,
  title: shift.title,
  description: shift.description,
  location: shift.location,
  team_notes: shift.team_notes,
  requires_approval: shift.requires_approval,
  capacity: shift.capacity,
  minimum: shift.minimum,
  waitlist_capacity: shift.waitlist_capacity,
  roles: shift.roles.map(newRole),
});

interface NamedTemplate {
  readonly organizationId: number;
  readonly id: number;
}

export async function changeTemplate(
  { database }: Platform,
  call: Call,
  { organizationId, id }: NamedTemplate,
  { name }: { readonly name: string },
) {
  try {
    return await inTransaction(database, call, async (tx) => {
      const grant = await authorize(tx, call, 'shifts.manage', organizationId);
      const before = await lockTemplate(tx, grant, id);
      if (!before) throw refuse('not_found');
      const changes = changesOf(before, { name: name.trim() });
      if (!changes) return presentTemplate(before);
      await renameTemplate(tx, grant, id, { name: name.trim(), now: call.now });
      await writeAudit(tx, call, {
        organizationId,
        action: 'shift_template.changed',
        objectId: id,
        before: { name: before.name },
        after: changes,
      });
      return presentTemplate({ ...before, ...changes, updated_at: call.now });
    });
  } catch (error) {
    if (brokenConstraint(error) !== 'one_shift_template_of_a_name') throw error;
    throw refuse(shiftErrors.template_name_taken('name'));
  }
}

export async function removeTemplate(
  { database }: Platform,
  call: Call,
  { organizationId, id }: NamedTemplate,
): Promise<void> {
  await inTransaction(database, call, async (tx) => {
    const grant = await authorize(tx, call, 'shifts.manage', organizationId);
    const name = await deleteTemplate(tx, grant, id);
    if (name === undefined) throw refuse('not_found');
    await writeAudit(tx, call, {
      organizationId,
      action: 'shift_template.deleted',
      objectId: id,
      before: { name },
    });
  });
}
