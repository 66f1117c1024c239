import { shiftReadRow, shiftReads } from '../shift-reads.ts';

export const row = shiftReadRow('shift-one', shiftReads.one, 0.5);
