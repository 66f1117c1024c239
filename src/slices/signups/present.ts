import { refuse } from '#kernel/refusal.ts';
import { formatInstant, formatOptionalInstant } from '#kernel/time.ts';
import type { Outcome, Reader } from '#platform/db/index.ts';
import { itemProblem } from '#platform/http/problem.ts';
import { asSentence } from '#platform/language/index.ts';
import { findProfile } from '#slices/accounts/index.ts';
import { countOf, presentItem, type Result } from '#slices/shifts/index.ts';
import { signupTexts } from './messages/index.ts';
import type { RegistrationStatus } from './rules/facts.ts';
import { shortName } from './rules/short-name.ts';
import type { BulkRegistrationsBody, ManySignupsBody } from './schema/bulk.ts';
import type { AvailabilityBody, CalendarFeedBody } from './schema/mine.ts';
import type { RegistrationBody, SignupAnswerBody } from './schema/registration.ts';
import type { SwapBody } from './schema/swaps.ts';
import type { FeedRow } from './sql/feeds.ts';
import { findAvailability } from './sql/mine.ts';
import type { RegistrationRow } from './sql/registrations.ts';
import type { SwapRow } from './sql/swaps.ts';

/** Nothing declared is an empty declaration in the person's own zone: always available. */
export async function presentAvailability(db: Reader, userId: number): Promise<AvailabilityBody> {
  const row = await findAvailability(db, userId);
  if (row) {
    return {
      time_zone: row.time_zone,
      weekly: row.weekly as AvailabilityBody['weekly'],
      exceptions: row.exceptions as AvailabilityBody['exceptions'],
      updated_at: formatInstant(row.updated_at),
    };
  }
  const profile = await findProfile(db, userId);
  if (!profile) throw refuse('not_found');
  return { time_zone: profile.time_zone, weekly: [], exceptions: [], updated_at: null };
}

export function presentFeed({ id, organization_id, created_at }: FeedRow): CalendarFeedBody {
  return { id, organization_id, created_at: formatInstant(created_at) };
}

export function presentRegistration(row: RegistrationRow): RegistrationBody {
  return {
    id: row.id,
    shift_id: row.shift_id,
    user_id: row.user_id,
    role_id: row.role_id,
    role_key: row.role_key,
    status: row.status,
    waitlist_position: row.waitlist_position,
    offer_expires_at: formatOptionalInstant(row.offer_expires_at),
    created_at: formatInstant(row.created_at),
    updated_at: formatInstant(row.updated_at),
    cancelled_at: formatOptionalInstant(row.cancelled_at),
    cancel_reason: row.cancel_reason,
    source: row.source,
    flags: row.flags,
  };
}

export function presentItems(
  language: string,
  ids: readonly number[],
  results: readonly Result[],
  rows: readonly RegistrationRow[],
): BulkRegistrationsBody {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return {
    items: ids.map((id, index) => {
      const { status, problem, created_id: other } = presentItem(id, results[index], language);
      const row = byId.get(other ?? id);
      const isOwn = row !== undefined && problem === null;
      return { id, status, problem, registration: isOwn ? presentRegistration(row) : null };
    }),
    ...countOf(results),
  };
}

/** Coordinators see names in full. A volunteer (`reader`) sees what they see of the others on a shift. */
export function presentSwap(row: SwapRow, reader?: number): SwapBody {
  const nameOf = (userId: number | null, name: string | null) => {
    if (name === null || reader === undefined || userId === reader) return name;
    return row.show_coming ? shortName(name) : null;
  };
  return {
    id: row.id,
    organization_id: row.organization_id,
    organization_name: row.organization_name,
    shift: {
      id: row.shift_id,
      title: row.title,
      start_time: formatInstant(row.start_time),
      end_time: formatInstant(row.end_time),
      time_zone: row.time_zone,
      location: row.location,
    },
    role_name: row.role_name,
    user_id: row.user_id,
    user_name: nameOf(row.user_id, row.user_name),
    to_user_id: row.to_user_id,
    to_user_name: nameOf(row.to_user_id, row.to_user_name),
    taker_id: row.taker_id,
    taker_name: nameOf(row.taker_id, row.taker_name),
    status: row.status,
    message: row.message,
    created_at: formatInstant(row.created_at),
  };
}

/** What became of each shift that someone asked for. People who are signed up already have what they asked for. */
export function presentMany(
  language: string,
  asked: readonly number[],
  answers: ReadonlyMap<number, Outcome<SignupAnswerBody> | undefined>,
): ManySignupsBody {
  const items = asked.map((shiftId): ManySignupsBody['items'][number] => {
    const outcome = answers.get(shiftId) ?? { refusal: refuse('not_found') };
    if ('answer' in outcome) {
      const { registration } = outcome.answer;
      return { shift_id: shiftId, status: 'done', problem: null, registration };
    }
    const isThere = outcome.refusal.code === 'already_registered';
    return {
      shift_id: shiftId,
      status: isThere ? 'unchanged' : 'refused',
      problem: isThere ? null : itemProblem(outcome.refusal, language),
      registration: null,
    };
  });
  const count = (wanted: string) => items.filter(({ status }) => status === wanted).length;
  return { items, done: count('done'), unchanged: count('unchanged'), refused: count('refused') };
}

/** The person an answer is about: the reader, or a person the reader acts for. */
export interface Addressee {
  readonly isSelf: boolean;
  readonly name: string;
}

/** What the answer to a sign-up says. */
export function signupMessage(
  language: string,
  status: RegistrationStatus,
  to: Addressee,
  position: number | null,
): string {
  const values = { name: nameOf(language, to), position: position ?? 0 };
  const key = to.isSelf ? (`answers.${status}` as const) : (`answers.${status}Other` as const);
  return asSentence(language, signupTexts.say(language, key, values));
}

/** What the answer to a switch of shifts says. */
export function changeMessage(language: string, status: RegistrationStatus, to: Addressee): string {
  const said = status === 'pending_approval' ? 'switchedPending' : 'switched';
  const values = { name: nameOf(language, to) };
  const key = to.isSelf ? (`answers.${said}` as const) : (`answers.${said}Other` as const);
  return asSentence(language, signupTexts.say(language, key, values));
}

function nameOf(language: string, { name }: Addressee): string {
  return name.trim() === '' ? signupTexts.say(language, 'answers.someone') : name;
}
