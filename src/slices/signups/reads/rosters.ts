import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import { formatInstant } from '#kernel/time.ts';
import { knownZone } from '#kernel/zones.ts';
import type { Reader } from '#platform/db/index.ts';
import { cursorsOf, toPage } from '#platform/http/paging.ts';
import type { Platform } from '#platform/slice.ts';
import type { Grant } from '#slices/organizations/index.ts';
import { openShift } from '#slices/shifts/index.ts';
import { signupFacts, tallyOf, wantedRole } from '../facts/assemble.ts';
import { loadShiftFacts, type ShiftFactsRow } from '../facts/load.ts';
import { type PastWork, pastWork } from '../follow-ups.ts';
import { presentRegistration } from '../present.ts';
import { decideSignup } from '../rules/decide.ts';
import type { CandidateInput, CandidatePageBody } from '../schema/registration.ts';
import { type MemberRow, selectFreeMembers } from '../sql/facts.ts';
import { selectRoster } from '../sql/registrations.ts';

const cursors = cursorsOf('candidates', ['number']);

/** How many members one page looks at: it bounds what a page can cost where few are eligible. */
const mostLookedAt = 500;

type Candidate = CandidatePageBody['items'][number];
type Eligible = Omit<Candidate, 'month_minutes' | 'total_minutes' | 'last_shift_at'>;

/** Who could take this shift now, with what they have done so far. */
export async function readCandidates(
  platform: Platform,
  call: Call,
  shiftId: number,
  query: CandidateInput,
): Promise<CandidatePageBody> {
  const { db } = platform.database;
  const { found, row, next_cursor } = await findCandidates(db, call, shiftId, query);
  const month = call.now.toZonedDateTimeISO(knownZone(row.organization_zone)).toPlainDate().with({ day: 1 });
  const ids = found.map(({ user_id }) => user_id);
  const readPast = pastWork.partOf(platform);
  const past = ids.length === 0 ? [] : await readPast(db, row.organization_id, ids, month.toString());
  const byPerson = new Map(past.map((one) => [one.user_id, one]));
  return { items: found.map((one) => withPast(one, byPerson.get(one.user_id))), next_cursor };
}

/**
 * The rules of sign-up decide on every member, as if they signed up themselves. When sign-up opens and closes doesn't
 * matter: coordinators sign people up, or ask them, at any time.
 */
export async function findCandidates(db: Reader, call: Call, shiftId: number, query: CandidateInput) {
  const { grant } = await openShift(db, call, shiftId, 'shifts.manage');
  const { limit } = query;
  const after = (cursors.decode(query.cursor)?.[0] as number | undefined) ?? 0;
  const members = await selectFreeMembers(db, grant, shiftId, { after, q: query.q, limit: mostLookedAt });
  const row = await loadShiftFacts(
    db,
    shiftId,
    members.map((member) => member.user_id),
  );
  if (!row) throw refuse('not_found');
  const found: Eligible[] = [];
  let end = members.length < mostLookedAt ? undefined : members.at(-1)?.user_id;
  for (const candidate of candidates(call, row, members, query)) {
    if (found.length === limit) {
      end = found.at(-1)?.user_id;
      break;
    }
    found.push(candidate);
  }
  return { found, row, next_cursor: end === undefined ? null : cursors.encode([end]) };
}

function withPast(candidate: Eligible, past: PastWork | undefined): Candidate {
  const last = past?.last_shift_at;
  return {
    ...candidate,
    month_minutes: past?.month_minutes ?? 0,
    total_minutes: past?.total_minutes ?? 0,
    last_shift_at: last ? formatInstant(last) : null,
  };
}

function* candidates(
  call: Call,
  row: ShiftFactsRow,
  members: readonly MemberRow[],
  choice: { role_id?: number; role_key?: string },
): Generator<Eligible> {
  const tally = tallyOf(row);
  const role = wantedRole(row, { roleId: choice.role_id, roleKey: choice.role_key }, tally);
  const actor = { isCoordinator: false, isSelf: true, isAsked: true };
  for (const { user_id, name, email, phone } of members) {
    const person = row.person(user_id);
    if (!person) continue;
    const facts = signupFacts(row, person, { now: call.now, role, actor, override: null, tally });
    const { outcome } = decideSignup(facts);
    // A place on the waitlist fills no spot.
    if (outcome !== 'confirm' && outcome !== 'await_approval') continue;
    const most = facts.policies.max_hours_per_week;
    yield {
      user_id,
      name,
      email,
      phone,
      outcome,
      availability: facts.person.availability === null ? 'not_declared' : 'available',
      week_minutes_left: most === null ? null : Math.max(0, Math.floor(most * 60 - facts.minutesInWeek)),
    };
  }
}

const ofRoster = cursorsOf('roster', ['number']);

export interface RosterInput {
  readonly limit: number;
  readonly cursor?: string;
  readonly status?: string;
  readonly has_spot?: boolean;
  readonly q?: string;
}

export async function readRoster(db: Reader, call: Call, shiftId: number, query: RosterInput) {
  const { grant } = await openShift(db, call, shiftId, 'shifts.manage');
  return await listRoster(db, grant, shiftId, query);
}

/** The same for a caller who has opened the shift. */
export async function listRoster(
  db: Reader,
  grant: Grant<'shifts.manage'>,
  shiftId: number,
  query: RosterInput,
) {
  const { limit, status, q, has_spot: hasSpot = false } = query;
  const after = ofRoster.decode(query.cursor)?.[0] as number | undefined;
  const rows = await selectRoster(db, grant, shiftId, { status, hasSpot, q, after, limit });
  return toPage(
    ofRoster,
    rows,
    limit,
    (row) => [row.id],
    (row) => ({
      ...presentRegistration(row),
      user_name: row.user_name,
      user_email: row.user_email,
      user_phone: row.user_phone,
    }),
  );
}
