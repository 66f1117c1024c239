import { shiftReadRow, shiftReads } from '../shift-reads.ts';

export const row = shiftReadRow('shifts-filtered', shiftReads['filtered'], 0.3);
