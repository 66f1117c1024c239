import type { Call } from '#kernel/call.ts';
import type { DomainEvent } from '#kernel/event.ts';
import { refuse } from '#kernel/refusal.ts';
import { formatInstant } from '#kernel/time.ts';
import { type AuditEntry, writeAudits } from '#platform/audit/index.ts';
import type { Tx } from '#platform/db/index.ts';
import { record } from '#platform/outbox/index.ts';
import { addMembers, type Role } from '#slices/organizations/index.ts';
import { allowOverbooking } from '#slices/shifts/index.ts';
import { signupErrors } from '../errors.ts';
import { signedUp, waitlisted } from '../events.ts';
import {
  actorFacts,
  memberAmong,
  refusalFor,
  signupFacts,
  type Tally,
  take,
  tallyOf,
  toOverride,
  wantedRole,
} from '../facts/assemble.ts';
import type { Facts, ShiftFactsRow } from '../facts/load.ts';
import { type Addressee, signupMessage } from '../present.ts';
import { decideSignup } from '../rules/decide.ts';
import type { ActorFacts, RegistrationStatus } from '../rules/facts.ts';
import type { SignupAnswerBody, SignupInput } from '../schema/registration.ts';
import { insertRegistrations, type NewRegistration } from '../sql/writes.ts';

/** The sign-ups for one shift that are decided together, and what is to be written afterwards. */
export class SignupBatch {
  readonly #facts: Facts;
  readonly #row: ShiftFactsRow;
  readonly #tally: Tally;
  /** Ascending, and given out as people are decided on: the order of ids is the order of a waitlist. */
  readonly #freeIds: number[];
  readonly #joining: SignupAttempt[] = [];
  readonly #registrations: NewRegistration[] = [];
  #overbooks = false;
  readonly #events: DomainEvent[] = [];
  readonly #audits: { call: Call; entry: AuditEntry }[] = [];

  /** It needs an id for each sign-up. */
  constructor(facts: Facts, row: ShiftFactsRow, ids: readonly number[]) {
    this.#facts = facts;
    this.#row = row;
    this.#tally = tallyOf(row);
    this.#freeIds = ids.toSorted((a, b) => a - b);
  }

  decide(attempt: SignupAttempt): SignupAnswerBody {
    const { call, userId, input } = attempt;
    const row = this.#row;
    const actor = actorFacts(call, row, userId);
    checkActor(row, actor, input);
    const person = memberAmong(row, userId, actor.isSelf);
    const override = toOverride(input.override);
    const role = wantedRole(row, { roleId: input.role_id, roleKey: input.role_key }, this.#tally);
    const decision = decideSignup(
      signupFacts(row, person, { now: call.now, role, actor, override, tally: this.#tally }),
    );
    if (decision.outcome === 'refuse') throw refusalFor(decision.blockers, actor, person.name);
    if (override?.capacity) this.#overbooks = true;
    if (person.role === null) this.#joining.push(attempt);
    const registration: NewRegistration = {
      id: this.#nextId(),
      organizationId: row.organization_id,
      shiftId: row.id,
      userId,
      roleId: role?.id ?? null,
      status: statusOf[decision.outcome],
      start: row.start_time,
      end: row.end_time,
      flags: decision.flags,
      source: input.source ?? sourceOf(call, actor),
      now: call.now,
    };
    const passed = decision.passed.map(({ code }) => code);
    this.#keep(call, registration, role?.key ?? null, override?.reason ?? null, passed);
    const to = { isSelf: actor.isSelf, name: person.name };
    return this.#answer(call.language, registration, role?.key ?? null, to);
  }

  #nextId(): number {
    const id = this.#freeIds.shift();
    if (id === undefined) throw new Error('more sign-ups are decided than ids were drawn');
    return id;
  }

  #keep(
    call: Call,
    registration: NewRegistration,
    roleKey: string | null,
    reason: string | null,
    passed: string[],
  ): void {
    const { id, userId, status, roleId, flags, source } = registration;
    this.#registrations.push(registration);
    take(this.#tally, roleId, status);
    // A second click in the same batch finds the first one's registration.
    this.#facts.note(this.#row, userId, { id, status });
    const data = { registration_id: id, shift_id: this.#row.id, user_id: userId, role_key: roleKey, status };
    const event = status === 'waitlisted' ? waitlisted : signedUp;
    this.#events.push(event(this.#row.organization_id, data));
    this.#audits.push({
      call,
      entry: {
        organizationId: this.#row.organization_id,
        action: 'registration.created',
        objectId: id,
        subjectUserId: userId,
        after: {
          shift_id: this.#row.id,
          status,
          role_id: roleId,
          flags,
          ...(passed.length > 0 && { passed }),
        },
        reason,
        source,
      },
    });
  }

  #answer(
    language: string,
    registration: NewRegistration,
    roleKey: string | null,
    to: Addressee,
  ): SignupAnswerBody {
    const { status, now } = registration;
    const position = status === 'waitlisted' ? this.#tally.waitlisted : null;
    return {
      success: true,
      message: signupMessage(language, status, to, position),
      registration: {
        id: registration.id,
        shift_id: registration.shiftId,
        user_id: registration.userId,
        role_id: registration.roleId,
        role_key: roleKey,
        status,
        waitlist_position: position,
        offer_expires_at: null,
        created_at: formatInstant(now),
        updated_at: formatInstant(now),
        cancelled_at: null,
        cancel_reason: null,
        source: registration.source,
        flags: [...registration.flags],
      },
    };
  }

  async write(tx: Tx): Promise<void> {
    const { organization_id: organizationId, join_role } = this.#row;
    await addMembers(
      tx,
      this.#joining.map(({ call, userId }) => ({
        call,
        member: { organizationId, userId, role: join_role as Role, via: 'open' },
      })),
    );
    if (this.#overbooks) {
      await allowOverbooking(
        tx,
        organizationId,
        this.#registrations.filter(({ status }) => status !== 'waitlisted'),
      );
    }
    await insertRegistrations(tx, this.#registrations);
    await writeAudits(tx, this.#audits);
    const [first] = this.#registrations;
    if (first) await record(tx, first.now, ...this.#events);
  }
}

/** Only coordinators see drafts, sign up other people and override rules. */
function checkActor(row: ShiftFactsRow, actor: ActorFacts, input: SignupAttempt['input']): void {
  if (actor.isCoordinator) return;
  if (row.status === 'draft') throw refuse('not_found');
  if (!actor.isSelf) throw refuse(signupErrors.others_by_coordinators('user_id'));
  if (input.override) throw refuse(signupErrors.override_by_coordinators('override'));
}

function sourceOf(call: Call, actor: ActorFacts): string {
  if (actor.isSelf) return 'self_service';
  return call.actor.kind === 'api_key' ? 'api' : 'coordinator';
}

const statusOf = {
  confirm: 'active',
  await_approval: 'pending_approval',
  waitlist: 'waitlisted',
} as const satisfies Record<string, RegistrationStatus>;

/** One person's request for a spot on a shift. */
export interface SignupAttempt {
  readonly call: Call;
  readonly userId: number;
  readonly input: Omit<SignupInput, 'user_id'>;
}
