import { shiftReadRow, shiftReads } from '../shift-reads.ts';

export const row = shiftReadRow('shifts-search', shiftReads['search'], 0.2);
