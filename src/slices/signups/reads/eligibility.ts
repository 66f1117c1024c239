import type { Call } from '#kernel/call.ts';
import { type ProfileField, profileFields } from '#kernel/profile-fields.ts';
import { refuse } from '#kernel/refusal.ts';
import { formatInstant, formatOptionalInstant } from '#kernel/time.ts';
import type { Reader } from '#platform/db/index.ts';
import { errorBody } from '#platform/language/index.ts';
import { userIdFor } from '#slices/accounts/index.ts';
import { authorize, findOrganization } from '#slices/organizations/index.ts';
import { findProgram } from '#slices/programs/index.ts';
import {
  actorFacts,
  fulfilledBy,
  memberAmong,
  policiesOf,
  requirementsOf,
  signupFacts,
  tallyOf,
  wantedRole,
} from '../facts/assemble.ts';
import { loadShiftFacts, type ShiftFactsRow } from '../facts/load.ts';
import { answerCodeOf, refusalOf } from '../rules/blocker.ts';
import { decideSignup } from '../rules/decide.ts';
import type { Named } from '../rules/facts.ts';
import { signupCloses, signupOpens } from '../rules/time-rules.ts';

/** The same decision as a sign-up, without its effect: every reason, every remedy. */
export async function readEligibility(
  db: Reader,
  call: Call,
  shiftId: number,
  query: { user_id?: number; role_id?: number; role_key?: string },
) {
  const caller = call.actor.kind === 'person' ? call.actor.userId : undefined;
  const userId = userIdFor(call, query.user_id);
  const row = await loadShiftFacts(db, shiftId, caller === undefined ? [userId] : [userId, caller]);
  if (!row) throw refuse('not_found');
  const actor = actorFacts(call, row, userId);
  if (row.is_hidden && !actor.isCoordinator) throw refuse('not_found');
  if (userId !== caller) await authorize(db, call, 'shifts.manage', row.organization_id, 'public');
  const asksForOne = query.role_id !== undefined || query.role_key !== undefined;
  return {
    ...verdictFor(call, row, userId, query),
    roles: (asksForOne ? [] : row.roles).map(({ id }) => ({
      role_id: id,
      ...verdictFor(call, row, userId, { role_id: id }),
    })),
  };
}

function verdictFor(call: Call, row: ShiftFactsRow, userId: number, choice: Choice) {
  const decision = decideFor(call, row, userId, choice);
  const isSelf = call.actor.kind === 'person' && call.actor.userId === userId;
  const about = isSelf ? undefined : row.person(userId)?.name;
  const refusal = decision.outcome === 'refuse' ? refusalOf(decision.blockers, about) : null;
  return {
    eligible: decision.outcome !== 'refuse',
    outcome: decision.outcome,
    code: refusal?.code ?? null,
    reasons: (refusal?.errors ?? []).map((error) => ({
      ...errorBody(call.language, error),
      code: answerCodeOf(error),
      rule: error.code,
    })),
    flags: decision.outcome === 'refuse' ? [] : [...decision.flags],
  };
}

interface Choice {
  readonly role_id?: number;
  readonly role_key?: string;
}

function decideFor(call: Call, row: ShiftFactsRow, userId: number, choice: Choice) {
  const actor = actorFacts(call, row, userId);
  const person = memberAmong(row, userId, actor.isSelf);
  const tally = tallyOf(row);
  const role = wantedRole(row, { roleId: choice.role_id, roleKey: choice.role_key }, tally);
  return decideSignup(signupFacts(row, person, { now: call.now, role, actor, override: null, tally }));
}

/** Whether the person could take this shift now, as a volunteer would. */
export function isEligible(now: Temporal.Instant, row: ShiftFactsRow, userId: number): boolean {
  const person = row.person(userId);
  if (!person || (person.role === null && row.join_rule === 'invitation')) return false;
  const actor = { isCoordinator: false, isSelf: true };
  const facts = signupFacts(row, person, { now, role: null, actor, override: null, tally: tallyOf(row) });
  return decideSignup(facts).outcome !== 'refuse';
}

/** What a shift asks of people, by name, which of it the caller has, and whose shift it is. */
export async function readNeeds(db: Reader, call: Call, shiftId: number) {
  const caller = call.actor.kind === 'person' ? call.actor.userId : undefined;
  const row = await loadShiftFacts(db, shiftId, caller === undefined ? [] : [caller]);
  if (!row) throw refuse('not_found');
  if (row.is_hidden && !actorFacts(call, row, caller ?? 0).isCoordinator) throw refuse('not_found');
  const person = caller === undefined ? undefined : row.person(caller);
  const has = person && fulfilledBy(row, person, call.now);
  const needs = requirementsOf(row);
  const stateOf = (items: readonly Named[], held: readonly number[] | undefined) =>
    items.flatMap(({ id, name }) => (name === null ? [] : { id, name, done: held?.includes(id) ?? null }));
  const isKnown = (field: string): field is ProfileField =>
    (profileFields as readonly string[]).includes(field);
  const organization = await findOrganization(db, row.organization_id);
  const program = await findProgram(db, row.program_id);
  const policies = policiesOf(row);
  const when = { start: row.start_time, timeZone: row.time_zone };
  return {
    organization: {
      id: row.organization_id,
      name: organization?.name ?? '',
      join_rule: row.join_rule as 'invitation' | 'open' | 'everyone',
      show_coming: organization?.show_coming ?? false,
    },
    program: { id: row.program_id, name: program?.name ?? '' },
    signup_opens_at: formatOptionalInstant(signupOpens(when, policies)),
    signup_closes_at: formatInstant(signupCloses(when, policies)),
    swap_mode: policies.swap_mode,
    minimum_age: needs.minimumAge,
    profile_fields: needs.profileFields.filter(isKnown).map((field) => ({
      field,
      done: person?.profile.includes(field) ?? null,
    })),
    forms: stateOf(needs.forms, has?.forms),
    badges: stateOf(needs.badges, has?.badges),
    journeys: stateOf(needs.journeys, has?.journeys),
  };
}
