import { shiftReadRows, shiftReads } from '../shift-reads.ts';

export const rows = shiftReadRows(
  'shifts-first-page',
  shiftReads['first-page'],
  0.5,
  'CPU in the service, and PostgreSQL, which reads the page for all who wait',
);
