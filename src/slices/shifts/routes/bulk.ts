import type { Static, TSchema } from 'typebox';
import type { Call } from '#kernel/call.ts';
import { csvBody, type Route, routesFor } from '#platform/http/route.ts';
import type { Platform } from '#platform/slice.ts';
import { duplicateMany } from '../commands/duplicate-shift.ts';
import { importShifts } from '../commands/import-shifts.ts';
import { cancelManyShifts, changeMany, publishMany } from '../commands/work-on-many.ts';
import { BulkShifts, CancelManyShifts, ChangeMany, DuplicateMany, PublishMany } from '../schema/bulk.ts';
import { ImportedShifts, ImportQuery, importedFile, mostImported } from '../schema/import.ts';

const description =
  'Runs in one transaction and returns a result per item. If one item is refused, the others still go through. Items of other organizations are `not_found`.';

const manage = routesFor({ tag: 'Shifts', access: 'authenticated', permission: 'shifts.manage' });

/** Makes the routes for what coordinators do to many at once. */
export function manyRoutes<Response extends TSchema>(platform: Platform, tag: string, response: Response) {
  const manage = routesFor({ tag, access: 'authenticated', permission: 'shifts.manage' });
  return <Body extends TSchema>(
    path: string,
    operationId: string,
    summary: string,
    body: Body,
    run: (
      platform: Platform,
      call: Call,
      organizationId: number,
      input: Static<Body>,
    ) => Promise<Static<Response>>,
  ): Route =>
    manage.act(`/organizations/{id}/${path}` as '/{id}', operationId, summary, {
      body,
      response,
      description,
      handle: (call, { params, body: input }) => run(platform, call, params.id, input),
    });
}

export function manyShiftRoutes(platform: Platform): Route[] {
  const many = manyRoutes(platform, 'Shifts', BulkShifts);
  return [
    many('shifts/publish', 'publishMany', 'Publish many drafts', PublishMany, publishMany),
    many('shifts/change', 'changeMany', 'Make the same change to many shifts', ChangeMany, changeMany),
    many('shifts/cancel', 'cancelManyShifts', 'Cancel many shifts', CancelManyShifts, cancelManyShifts),
    many('shifts/duplicate', 'duplicateMany', 'Duplicate many shifts', DuplicateMany, duplicateMany),
    manage.act('/organizations/{id}/shifts/import', 'importShifts', 'Import shifts from a CSV file', {
      description:
        'Creates a draft for each line, or nothing if there is a problem in any line. Lines that are already in the plan are left out. With `dry_run`, nothing is created: the response says what would be, and lists the problems by line.',
      query: ImportQuery,
      ...csvBody(mostImported, importedFile),
      response: ImportedShifts,
      handle: (call, { params, query, body }) => importShifts(platform, call, params.id, query, body),
    }),
  ];
}
