import type { Static, TSchema } from 'typebox';
import type { Call } from '#kernel/call.ts';
import { type Route, routesFor } from '#platform/http/route.ts';
import type { Platform } from '#platform/slice.ts';
import { duplicateMany } from '../commands/duplicate-shift.ts';
import { cancelManyShifts, changeMany, publishMany } from '../commands/work-on-many.ts';
import { BulkShifts, CancelManyShifts, ChangeMany, DuplicateMany, PublishMany } from '../schema/bulk.ts';

const description =
  'Runs in one transaction and returns a result per item. If one item is refused, the others still go through. Items of other organizations are `not_found`.';

/** Makes the routes for what coordinators do to many at once. */
export function manyRoutes(platform: Platform, tag: string) {
  const manage = routesFor({ tag, access: 'authenticated', permission: 'shifts.manage' });
  return <Body extends TSchema, Response extends TSchema>(
    path: string,
    operationId: string,
    summary: string,
    definition: {
      readonly body: Body;
      readonly response: Response;
      readonly run: (
        platform: Platform,
        call: Call,
        organizationId: number,
        input: Static<Body>,
      ) => Promise<Static<Response>>;
    },
  ): Route => {
    const { run, ...shapes } = definition;
    return manage.act(`/organizations/{id}/${path}` as '/{id}', operationId, summary, {
      ...shapes,
      description,
      handle: (call, { params, body }) => run(platform, call, params.id, body),
    });
  };
}

export function manyShiftRoutes(platform: Platform): Route[] {
  const many = manyRoutes(platform, 'Shifts');
  const response = BulkShifts;
  return [
    many('shifts/publish', 'publishMany', 'Publish many shifts', {
      body: PublishMany,
      response,
      run: publishMany,
    }),
    many('shifts/change', 'changeMany', 'Change many shifts', {
      body: ChangeMany,
      response,
      run: changeMany,
    }),
    many('shifts/cancel', 'cancelManyShifts', 'Cancel many shifts', {
      body: CancelManyShifts,
      response,
      run: cancelManyShifts,
    }),
    many('shifts/duplicate', 'duplicateMany', 'Duplicate many shifts', {
      body: DuplicateMany,
      response,
      run: duplicateMany,
    }),
  ];
}
