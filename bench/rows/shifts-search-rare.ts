import { shiftReadRow, shiftReads } from '../shift-reads.ts';

export const row = shiftReadRow('shifts-search-rare', shiftReads['search-rare'], 0.2);
