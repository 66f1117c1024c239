import type { Route } from '#platform/http/route.ts';
import type { Platform } from '#platform/slice.ts';
import { manyRoutes } from '#slices/shifts/index.ts';
import { moveMany } from '../commands/change-signup.ts';
import { approveMany, cancelMany, rejectMany } from '../commands/decide-many.ts';
import { promoteMany } from '../commands/promote.ts';
import {
  BulkRegistrations,
  CancelMany,
  ManyRegistrations,
  MoveMany,
  PromoteMany,
  RejectMany,
} from '../schema/bulk.ts';

export function manySignupRoutes(platform: Platform): Route[] {
  const many = manyRoutes(platform, 'Sign-up', BulkRegistrations);
  return [
    many('registrations/approve', 'approveMany', 'Approve many sign-ups', ManyRegistrations, approveMany),
    many('registrations/reject', 'rejectMany', 'Reject many sign-ups', RejectMany, rejectMany),
    many('registrations/cancel', 'cancelMany', 'Cancel many registrations', CancelMany, cancelMany),
    many(
      'registrations/promote',
      'promoteMany',
      'Give spots to many people on waitlists',
      PromoteMany,
      promoteMany,
    ),
    many('registrations/move', 'moveMany', 'Move many people to another shift or role', MoveMany, moveMany),
  ];
}
