import { shiftReadRow, shiftReads } from '../shift-reads.ts';

export const row = shiftReadRow('shifts-first-page', shiftReads['first-page'], 0.5);
