import type { Route } from '#platform/http/route.ts';
import type { Platform } from '#platform/slice.ts';
import { bulkRoute } from '#slices/shifts/index.ts';
import { moveMany } from '../commands/change-signup.ts';
import { promoteMany } from '../commands/promote.ts';
import { approveMany, cancelMany, rejectMany } from '../commands/settle-many.ts';
import {
  BulkRegistrations,
  CancelMany,
  ManyRegistrations,
  MoveMany,
  PromoteMany,
  RejectMany,
} from '../schema/bulk.ts';

export function manySignupRoutes(platform: Platform): Route[] {
  const signups = { tag: 'Sign-up', response: BulkRegistrations };
  return [
    bulkRoute(platform, {
      ...signups,
      path: 'registrations/approve',
      operationId: 'approveMany',
      summary: 'Approve many sign-ups',
      body: ManyRegistrations,
      run: approveMany,
    }),
    bulkRoute(platform, {
      ...signups,
      path: 'registrations/reject',
      operationId: 'rejectMany',
      summary: 'Reject many sign-ups',
      body: RejectMany,
      run: rejectMany,
    }),
    bulkRoute(platform, {
      ...signups,
      path: 'registrations/cancel',
      operationId: 'cancelMany',
      summary: 'Cancel many registrations',
      body: CancelMany,
      run: cancelMany,
    }),
    bulkRoute(platform, {
      ...signups,
      path: 'registrations/promote',
      operationId: 'promoteMany',
      summary: 'Give spots to many people on waitlists',
      body: PromoteMany,
      run: promoteMany,
    }),
    bulkRoute(platform, {
      ...signups,
      path: 'registrations/move',
      operationId: 'moveMany',
      summary: 'Move many people to another shift or role',
      body: MoveMany,
      run: moveMany,
    }),
  ];
}
