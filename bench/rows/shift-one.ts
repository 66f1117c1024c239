import { shiftReadRows, shiftReads } from '../shift-reads.ts';

export const rows = shiftReadRows(
  'shift-one',
  shiftReads.one,
  0.5,
  'the service and PostgreSQL take turns: nearly all requests are in one batch, and while PostgreSQL reads it, the service rests a quarter of the time. Two batches in turn cost more CPU than they save',
);
