import type { Static, TSchema } from 'typebox';
import type { Call } from '#kernel/call.ts';
import { type Route, route } from '#platform/http/route.ts';
import { PathId } from '#platform/http/schema.ts';
import type { Platform } from '#platform/slice.ts';
import { duplicateMany } from '../commands/duplicate-shift.ts';
import { cancelManyShifts, changeMany, publishMany } from '../commands/work-on-many.ts';
import { BulkShifts, CancelManyShifts, ChangeMany, DuplicateMany, PublishMany } from '../schema/bulk.ts';

const description =
  'One call, one transaction, and a result for each item: one that is refused does not keep the others back. Items of other organizations are `not_found`.';

/** What coordinators do to many at once. */
export function bulkRoute<Body extends TSchema, Response extends TSchema>(
  platform: Platform,
  definition: {
    readonly path: string;
    readonly operationId: string;
    readonly summary: string;
    readonly tag: string;
    readonly body: Body;
    readonly response: Response;
    readonly run: (
      platform: Platform,
      call: Call,
      organizationId: number,
      input: Static<Body>,
    ) => Promise<Static<Response>>;
  },
): Route {
  const { run, path, ...rest } = definition;
  return route({
    ...rest,
    method: 'POST',
    path: `/organizations/{id}/${path}`,
    description,
    access: 'authenticated',
    permission: 'shifts.manage',
    params: PathId,
    refuses: ['forbidden', 'not_found'],
    handle: (call, { params, body }) => run(platform, call, params.id, body),
  });
}

export function manyShiftRoutes(platform: Platform): Route[] {
  const shifts = { tag: 'Shifts', response: BulkShifts };
  return [
    bulkRoute(platform, {
      ...shifts,
      path: 'shifts/publish',
      operationId: 'publishMany',
      summary: 'Publish many drafts',
      body: PublishMany,
      run: publishMany,
    }),
    bulkRoute(platform, {
      ...shifts,
      path: 'shifts/change',
      operationId: 'changeMany',
      summary: 'Make the same change to many shifts',
      body: ChangeMany,
      run: changeMany,
    }),
    bulkRoute(platform, {
      ...shifts,
      path: 'shifts/cancel',
      operationId: 'cancelManyShifts',
      summary: 'Cancel many shifts; everyone on them is notified',
      body: CancelManyShifts,
      run: cancelManyShifts,
    }),
    bulkRoute(platform, {
      ...shifts,
      path: 'shifts/duplicate',
      operationId: 'duplicateMany',
      summary: 'The same shifts at other times, without their people',
      body: DuplicateMany,
      run: duplicateMany,
    }),
  ];
}
