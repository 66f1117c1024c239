import { Type } from 'typebox';
import { type Route, routesFor } from '#platform/http/route.ts';
import { Id } from '#platform/http/schema.ts';
import type { Platform } from '#platform/slice.ts';
import { applyTemplate } from '../commands/apply-template.ts';
import { changeTemplate, createTemplate, removeTemplate } from '../commands/manage-templates.ts';
import { readTemplate, readTemplates } from '../reads.ts';
import {
  AppliedShiftTemplate,
  ApplyShiftTemplate,
  CreateShiftTemplate,
  RenameShiftTemplate,
  ShiftTemplate,
  ShiftTemplateSummary,
  ShiftTemplates,
} from '../schema/template.ts';

const manage = routesFor({ tag: 'Shifts', access: 'authenticated', permission: 'shifts.manage' });
const params = Type.Object({ id: Id, template_id: Id });
const list = '/organizations/{id}/shift-templates';
const one = '/organizations/{id}/shift-templates/{template_id}';

export function templateRoutes(platform: Platform): Route[] {
  const { db } = platform.database;
  return [
    manage.read(list, 'listShiftTemplates', 'List shift templates', {
      description: 'By name, at most 100.',
      response: ShiftTemplates,
      handle: (call, { params: { id } }) => readTemplates(db, call, id),
    }),
    manage.act(list, 'createShiftTemplate', 'Make a template from a shift or a week', {
      description:
        'Saves everything but the people: weekdays, times on the clock, texts, spots and roles. Send either `from_shift_id` or `from_week`. A week can have up to 200 shifts. A name is used once.',
      body: CreateShiftTemplate,
      response: ShiftTemplateSummary,
      refuses: ['conflict'],
      handle: (call, { params: { id }, body }) => createTemplate(platform, call, id, body),
    }),
    manage.read(one, 'getShiftTemplate', 'Get a shift template', {
      description: 'With its shifts.',
      params,
      response: ShiftTemplate,
      handle: (call, { params: { id, template_id } }) =>
        readTemplate(db, call, { organizationId: id, id: template_id }),
    }),
    manage.patch(one, 'renameShiftTemplate', 'Rename a shift template', {
      description: 'A name is used once.',
      params,
      body: RenameShiftTemplate,
      response: ShiftTemplateSummary,
      refuses: ['forbidden', 'not_found', 'conflict'],
      handle: (call, { params: { id, template_id }, body }) =>
        changeTemplate(platform, call, { organizationId: id, id: template_id }, body),
    }),
    manage.remove(one, 'deleteShiftTemplate', 'Delete a shift template', {
      description: 'Shifts that were created with it stay as they are.',
      params,
      handle: (call, { params: { id, template_id } }) =>
        removeTemplate(platform, call, { organizationId: id, id: template_id }),
    }),
    manage.act(`${one}/apply`, 'applyShiftTemplate', 'Create the shifts of a template', {
      description:
        'As drafts, unless you send another `status`. Runs in one transaction and returns a result per shift. Shifts of archived programs or missions are refused; the others still go through.',
      params,
      body: ApplyShiftTemplate,
      response: AppliedShiftTemplate,
      handle: (call, { params: { id, template_id }, body }) =>
        applyTemplate(platform, call, { organizationId: id, id: template_id }, body),
    }),
  ];
}
