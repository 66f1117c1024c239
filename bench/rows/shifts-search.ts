import { shiftReadRows, shiftReads } from '../shift-reads.ts';

export const rows = shiftReadRows(
  'shifts-search',
  shiftReads['search'],
  0.2,
  'CPU in the service, twice as much as in PostgreSQL, which looks for the word',
);
