import type { Call } from '#kernel/call.ts';
import { inTransaction } from '#platform/db/index.ts';
import type { Platform } from '#platform/slice.ts';
import type { AttendanceAnswerBody, CheckInInput, CheckOutInput } from '../schema.ts';
import { checkInWithin } from '../steps/check-in.ts';
import { checkOutWithin } from '../steps/check-out.ts';
import { checkMetadata } from '../steps/identify-person.ts';
import { readDigits } from '../steps/read-code.ts';

/** Checks somebody in. A second scan answers the same record; nothing is written twice. */
export async function checkIn(
  platform: Platform,
  call: Call,
  shiftId: number,
  input: CheckInInput,
): Promise<AttendanceAnswerBody> {
  const { override, ...scanned } = input;
  checkMetadata(input.metadata);
  const known = await readDigits(platform, call, shiftId, scanned);
  const method = known === scanned ? {} : { method: 'digits' };
  return await inTransaction(platform.database, call, (tx) =>
    checkInWithin(tx, platform, call, shiftId, known, { at: call.now, ...method }, override),
  );
}

/** Checks somebody out; from then on their minutes count. */
export async function checkOut(
  platform: Platform,
  call: Call,
  shiftId: number,
  input: CheckOutInput,
): Promise<AttendanceAnswerBody> {
  checkMetadata(input.metadata);
  const known = await readDigits(platform, call, shiftId, input);
  return await inTransaction(platform.database, call, (tx) =>
    checkOutWithin(tx, platform, call, shiftId, known, { at: call.now }),
  );
}
