import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import type { Database } from '#platform/db/index.ts';
import { authorize } from '#slices/organizations/index.ts';
import { actorFacts, memberAmong, signupFacts, tallyOf, wantedRole } from '../facts/assemble.ts';
import { loadShiftFacts, type ShiftFactsRow } from '../facts/load.ts';
import { refusalOf } from '../rules/blocker.ts';
import { decideSignup } from '../rules/decide.ts';

type Db = Database['db'];

/** The same decision as a sign-up, without its effect: every reason, every remedy. */
export async function readEligibility(
  db: Db,
  call: Call,
  shiftId: number,
  query: { user_id?: number; role_id?: number; role_key?: string },
) {
  const caller = call.actor.kind === 'person' ? call.actor.userId : undefined;
  const userId = query.user_id ?? caller;
  if (userId === undefined) throw refuse('validation_failed', '`user_id` is required with an API key.');
  const row = await loadShiftFacts(db, shiftId, caller === undefined ? [userId] : [userId, caller]);
  if (!row) throw refuse('not_found');
  const actor = actorFacts(call, row, userId);
  if (row.status === 'draft' && !actor.isCoordinator) throw refuse('not_found');
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

function verdictFor(call: Call, row: ShiftFactsRow, userId: number, wish: Wish) {
  const decision = decideFor(call, row, userId, wish);
  const blockers = decision.outcome === 'refuse' ? decision.blockers : [];
  return {
    eligible: decision.outcome !== 'refuse',
    outcome: decision.outcome,
    code: blockers.length > 0 ? refusalOf(blockers).code : null,
    reasons: blockers.map(({ code, rule, path, message, remedy }) => ({ code, rule, path, message, remedy })),
    flags: decision.outcome === 'refuse' ? [] : [...decision.flags],
  };
}

interface Wish {
  readonly role_id?: number;
  readonly role_key?: string;
}

function decideFor(call: Call, row: ShiftFactsRow, userId: number, wish: Wish) {
  const actor = actorFacts(call, row, userId);
  const person = memberAmong(row, userId, actor.isSelf);
  const tally = tallyOf(row);
  const role = wantedRole(row, { roleId: wish.role_id, roleKey: wish.role_key }, tally);
  return decideSignup(signupFacts(row, person, { now: call.now, role, actor, override: null, tally }));
}

/** Whether the person could take this shift now, as a volunteer would. */
export function isTakeable(now: Temporal.Instant, row: ShiftFactsRow, userId: number): boolean {
  const person = row.person(userId);
  if (!person || (person.role === null && row.join_rule === 'invitation')) return false;
  const actor = { isCoordinator: false, isSelf: true };
  const facts = signupFacts(row, person, { now, role: null, actor, override: null, tally: tallyOf(row) });
  return decideSignup(facts).outcome !== 'refuse';
}
