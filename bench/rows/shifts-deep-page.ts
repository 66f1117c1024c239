import { shiftReadRow, shiftReads } from '../shift-reads.ts';

export const row = shiftReadRow('shifts-deep-page', shiftReads['deep-page'], 0.3);
