import type { Call } from '#kernel/call.ts';
import { Refusal, refuse } from '#kernel/refusal.ts';
import {
  answerOnce,
  createBatches,
  findPlaces,
  inTransaction,
  type Outcome,
  scopeOf,
  storedAnswer,
  undecided,
} from '#platform/db/index.ts';
import type { Platform } from '#platform/slice.ts';
import type { AttendanceAnswerBody, CheckInInput, CheckOutInput } from '../schema.ts';
import { type CheckInAttempt, checkInTogether, checkInWithin } from '../steps/check-in.ts';
import { checkOutWithin } from '../steps/check-out.ts';
import { checkMetadata, identifyPerson } from '../steps/identify-person.ts';
import { readDigits } from '../steps/read-code.ts';

/**
 * Checks people in. A second scan returns the same record; nothing is written twice. Check-ins that arrive while others are
 * being written are written together in the next transaction (`createBatches`).
 */
export function createCheckIns(platform: Platform) {
  const { database } = platform;
  const queue = createBatches<CheckInAttempt, CheckedIn>(async (attempts, mayWait) => {
    if (mayWait) return await oneByOne(platform, attempts);
    const answers = await inTransaction(database, {}, async (tx) => {
      const places = await findPlaces(
        tx,
        'shifts',
        attempts.map(({ shiftId }) => shiftId),
      );
      return await answerOnce(tx, database.sealer, attempts, (open) =>
        checkInTogether(tx, [...new Set(places.values())], open),
      );
    });
    return answers.map((answer) => ('isUndecided' in answer ? undecided : answer));
  });

  return async (call: Call, shiftId: number, input: CheckInInput): Promise<AttendanceAnswerBody> => {
    const { override, ...scanned } = input;
    checkMetadata(input.metadata);
    const repeated = await repeatedWithCode(platform, call, input);
    if (repeated) return repeated;
    const known = await readDigits(platform, call, shiftId, scanned);
    const scan = { at: call.now, ...(known !== scanned && { method: 'digits' }) };
    const who = identifyPerson(platform, call, shiftId, known, scan.at);
    const scope = await scopeOf(database.db, 'shifts', shiftId);
    if (scope === undefined) throw refuse('not_found');
    const attempt = { call, shiftId, who, input: known, scan, ...(override && { override }) };
    const answer = await queue(scope, { part: who.userId }, attempt);
    if ('failure' in answer) throw answer.failure;
    if ('refusal' in answer) throw answer.refusal;
    return answer.answer;
  };
}

/** A failure is a value here, too: those before it are checked in, and stay so. */
type CheckedIn = Outcome<AttendanceAnswerBody> | { readonly failure: unknown };

/** A code was valid for minutes only: when the request is repeated, its answer comes before another look at the code. */
async function repeatedWithCode(
  { database }: Platform,
  call: Call,
  { code }: CheckOutInput,
): Promise<AttendanceAnswerBody | undefined> {
  return code === undefined ? undefined : await storedAnswer<AttendanceAnswerBody>(database, call);
}

/** Each in its own transaction, which waits for its locks. */
async function oneByOne(platform: Platform, attempts: readonly CheckInAttempt[]): Promise<CheckedIn[]> {
  const answers: CheckedIn[] = [];
  for (const attempt of attempts) answers.push(await checkInAlone(platform, attempt));
  return answers;
}

async function checkInAlone(platform: Platform, attempt: CheckInAttempt): Promise<CheckedIn> {
  const { database } = platform;
  try {
    const [answer] = await inTransaction(database, {}, (tx) =>
      answerOnce(tx, database.sealer, [attempt], async () => [
        { answer: await checkInWithin(tx, platform, attempt) },
      ]),
    );
    return answer ?? { refusal: refuse('internal_error') };
  } catch (error) {
    return error instanceof Refusal ? { refusal: error } : { failure: error };
  }
}

/** Checks a person out; from then on their minutes count. */
export async function checkOut(
  platform: Platform,
  call: Call,
  shiftId: number,
  input: CheckOutInput,
): Promise<AttendanceAnswerBody> {
  checkMetadata(input.metadata);
  const repeated = await repeatedWithCode(platform, call, input);
  if (repeated) return repeated;
  const known = await readDigits(platform, call, shiftId, input);
  return await inTransaction(platform.database, call, (tx) =>
    checkOutWithin(tx, platform, call, shiftId, known, { at: call.now }),
  );
}
