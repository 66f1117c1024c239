import { growthRow, shiftReads } from '../shift-reads.ts';

export const rows = Object.entries(shiftReads).map(([name, read]) => growthRow(name, read));
