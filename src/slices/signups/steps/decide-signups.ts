import type { Call } from '#kernel/call.ts';
import type { DomainEvent } from '#kernel/event.ts';
import { refuse } from '#kernel/refusal.ts';
import { formatInstant } from '#kernel/time.ts';
import { type AuditEntry, writeAudits } from '#platform/audit/index.ts';
import type { Tx } from '#platform/db/index.ts';
import { record } from '#platform/outbox/index.ts';
import { addMembers, type Joining, type Role, refuseForOthers } from '#slices/organizations/index.ts';
import { allowOverbooking } from '#slices/shifts/index.ts';
import { signupErrors } from '../errors.ts';
import { signedUp, waitlisted } from '../events.ts';
import {
  actorFacts,
  addToTally,
  memberAmong,
  refusalFor,
  signupFacts,
  type Tally,
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

/** Sign-ups that are decided together, and what is to be written afterwards. */
export class SignupBatch {
  readonly #facts: Facts;
  readonly #tallies = new Map<number, Tally>();
  /** Ascending, and given out as people are decided on: the order of ids is the order of a waitlist. */
  readonly #freeIds: number[];
  /** By person and organization: someone who signs up for two shifts at once joins once. */
  readonly #joining = new Map<string, { call: Call; member: Joining }>();
  readonly #registrations: NewRegistration[] = [];
  /** Shifts on which a coordinator has given someone a spot beyond the capacity. */
  readonly #overbooked = new Set<number>();
  readonly #events: DomainEvent[] = [];
  readonly #audits: { call: Call; entry: AuditEntry }[] = [];

  /** It needs an id for each sign-up. */
  constructor(facts: Facts, ids: readonly number[]) {
    this.#facts = facts;
    this.#freeIds = ids.toSorted((a, b) => a - b);
  }

  decide(attempt: SignupAttempt): SignupAnswerBody {
    const { call, userId, input } = attempt;
    const row = this.#facts.shift(attempt.shiftId);
    if (!row) throw refuse('not_found');
    const tally = this.#tallyOn(row);
    const actor = { ...actorFacts(call, row, userId), isAsked: attempt.isAsked ?? false };
    checkActor(call, row, actor, input);
    const person = memberAmong(row, userId, actor.isSelf);
    const override = toOverride(input.override);
    const role = wantedRole(row, { roleId: input.role_id, roleKey: input.role_key }, tally);
    // Those who were asked come before the waitlist, as they do when a spot stays free.
    const shift = actor.isAsked ? { ...row, waitlist_first: false } : row;
    const decision = decideSignup(
      signupFacts(shift, person, { now: call.now, role, actor, override, tally }),
    );
    if (decision.outcome === 'refuse') throw refusalFor(decision.blockers, actor, person.name);
    if (override?.capacity) this.#overbooked.add(row.id);
    if (person.role === null && !this.#joining.has(`${userId} ${row.organization_id}`)) {
      const member = {
        organizationId: row.organization_id,
        userId,
        role: row.join_role as Role,
        via: 'open',
      } as const;
      this.#joining.set(`${userId} ${row.organization_id}`, { call, member });
    }
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
    const roleKey = role?.key ?? null;
    addToTally(tally, registration.roleId, registration.status);
    // A second click in the same batch finds the first one's registration.
    this.#facts.note(row, userId, registration);
    this.#keep(call, registration, { roleKey, reason: override?.reason ?? null, passed });
    const position = registration.status === 'waitlisted' ? tally.waitlisted : null;
    return answerOf(call.language, registration, {
      roleKey,
      position,
      to: { isSelf: actor.isSelf, name: person.name },
    });
  }

  #tallyOn(row: ShiftFactsRow): Tally {
    const tally = this.#tallies.get(row.id) ?? tallyOf(row);
    this.#tallies.set(row.id, tally);
    return tally;
  }

  #nextId(): number {
    const id = this.#freeIds.shift();
    if (id === undefined) throw new Error('more sign-ups are decided than ids were drawn');
    return id;
  }

  #keep(
    call: Call,
    registration: NewRegistration,
    about: { roleKey: string | null; reason: string | null; passed: string[] },
  ): void {
    const { id, organizationId, shiftId, userId, status, roleId, flags, source } = registration;
    this.#registrations.push(registration);
    const data = { registration_id: id, shift_id: shiftId, user_id: userId, role_key: about.roleKey, status };
    const event = status === 'waitlisted' ? waitlisted : signedUp;
    this.#events.push(event(organizationId, data));
    this.#audits.push({
      call,
      entry: {
        organizationId,
        action: 'registration.created',
        objectId: id,
        subjectUserId: userId,
        after: {
          shift_id: shiftId,
          status,
          role_id: roleId,
          flags,
          ...(about.passed.length > 0 && { passed: about.passed }),
        },
        reason: about.reason,
        source,
      },
    });
  }

  async write(tx: Tx): Promise<void> {
    await addMembers(tx, [...this.#joining.values()]);
    const overbooked = this.#registrations.filter(
      ({ shiftId, status }) => this.#overbooked.has(shiftId) && status !== 'waitlisted',
    );
    for (const [organizationId, own] of Map.groupBy(overbooked, (one) => one.organizationId)) {
      await allowOverbooking(tx, organizationId, own);
    }
    await insertRegistrations(tx, this.#registrations);
    await writeAudits(tx, this.#audits);
    const [first] = this.#registrations;
    if (first) await record(tx, first.now, ...this.#events);
  }
}

function answerOf(
  language: string,
  registration: NewRegistration,
  { roleKey, position, to }: { roleKey: string | null; position: number | null; to: Addressee },
): SignupAnswerBody {
  const { status } = registration;
  const now = formatInstant(registration.now);
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
      created_at: now,
      updated_at: now,
      cancelled_at: null,
      cancel_reason: null,
      source: registration.source,
      flags: [...registration.flags],
    },
  };
}

/** Only coordinators see drafts, sign up other people and override rules. */
function checkActor(call: Call, row: ShiftFactsRow, actor: ActorFacts, input: SignupAttempt['input']): void {
  if (actor.isCoordinator) return;
  if (row.is_hidden) throw refuse('not_found');
  const toPeople = signupErrors.others_by_coordinators('user_id');
  if (!actor.isSelf) throw refuseForOthers(call, 'shifts.manage', row.organization_id, toPeople);
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
  readonly shiftId: number;
  readonly userId: number;
  readonly input: Omit<SignupInput, 'user_id'>;
  /** A coordinator asked them to take the shift. */
  readonly isAsked?: boolean;
}
