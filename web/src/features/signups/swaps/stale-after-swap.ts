import { staleAfterChange } from '../../../api/my-registrations.ts';

/** What is read again after a spot of this shift was offered, taken or withdrawn. */
export const staleAfterSwap = (shiftId: number) =>
  [['/api/v1/me/swaps'], ['/api/v1/me/waiting'], ...staleAfterChange(shiftId)] as const;
