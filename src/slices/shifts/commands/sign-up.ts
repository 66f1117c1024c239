import type { Call, IdempotencyClaim } from '#kernel/call.ts';
import type { DomainEvent } from '#kernel/event.ts';
import { Refusal, refuse } from '#kernel/refusal.ts';
import { formatInstant } from '#kernel/time.ts';
import { type AuditEntry, writeAudit } from '#platform/audit/index.ts';
import { claimIdempotency, type Database, storeAnswer, type Tx } from '#platform/db/index.ts';
import { record } from '#platform/outbox/index.ts';
import { addMember, type Role } from '#slices/organizations/index.ts';
import { signedUp, waitlisted } from '../events.ts';
import { refusalOf } from '../rules/blocker.ts';
import { decideSignup } from '../rules/decide.ts';
import type { RegistrationStatus } from '../rules/facts.ts';
import type { SignupAnswerBody, SignupInput } from '../schema/registration.ts';
import { loadFacts, lockPeople, lockShifts, type PersonRow, type ShiftFactsRow } from '../sql/facts.ts';
import { allowOverbooking, insertRegistrations, type NewRegistration } from '../sql/registrations.ts';
import {
  actorFacts,
  memberAmong,
  signupFacts,
  type Tally,
  take,
  tallyOf,
  toOverride,
  wantedRole,
} from './assemble-facts.ts';

/** One person's wish to be on a shift. */
export interface Ticket {
  readonly call: Call;
  readonly userId: number;
  readonly input: Omit<SignupInput, 'user_id'>;
}

export type TicketAnswer = { readonly answer: SignupAnswerBody } | { readonly refusal: Refusal };

/**
 * Decides on any number of sign-ups for one shift in one transaction, in the order in which they came. Two
 * round trips carry all of it: locks and facts in the first, everything that is written and the commit in
 * the second.
 */
export async function signUpAll(
  tx: Tx,
  database: Database,
  shiftId: number,
  tickets: readonly Ticket[],
): Promise<TicketAnswer[]> {
  const claimed = await claimTickets(tx, database, tickets);
  await lockShifts(tx, [shiftId]);
  await lockPeople(
    tx,
    tickets.map((ticket) => ticket.userId),
  );
  const row = await loadFacts(tx, shiftId, peopleOf(tickets));
  const desk = row && new Desk(row);
  const answers: TicketAnswer[] = [];
  const fresh: { claim: IdempotencyClaim; answer: SignupAnswerBody }[] = [];
  for (const [index, ticket] of tickets.entries()) {
    const known = claimed[index] ?? repeated(tickets, answers, index);
    const given = known ?? attempt(() => decideAt(desk, ticket));
    const claim = ticket.call.idempotency;
    if (!known && claim && 'answer' in given) fresh.push({ claim, answer: given.answer });
    answers.push(given);
  }
  await desk?.write(tx);
  for (const { claim, answer } of fresh) await storeAnswer(tx, claim, answer, database.sealer);
  return answers;
}

function decideAt(desk: Desk | undefined, ticket: Ticket): SignupAnswerBody {
  if (!desk) throw refuse('not_found');
  return desk.decide(ticket);
}

/** One person's refusal must not undo another's seat: here it is a value. */
function attempt(work: () => SignupAnswerBody): TicketAnswer {
  try {
    return { answer: work() };
  } catch (error) {
    if (error instanceof Refusal) return { refusal: error };
    throw error;
  }
}

async function claimTickets(
  tx: Tx,
  database: Database,
  tickets: readonly Ticket[],
): Promise<(TicketAnswer | undefined)[]> {
  const claimed: (TicketAnswer | undefined)[] = [];
  for (const { call } of tickets) {
    const claim = call.idempotency;
    if (!claim) {
      claimed.push(undefined);
      continue;
    }
    try {
      const stored = await claimIdempotency(tx, claim, database.sealer);
      claimed.push(stored && { answer: stored.answer as SignupAnswerBody });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      claimed.push({ refusal: error });
    }
  }
  return claimed;
}

/** A request that was sent twice under one key and meets itself in one batch: both get the one answer. */
function repeated(
  tickets: readonly Ticket[],
  answers: readonly TicketAnswer[],
  index: number,
): TicketAnswer | undefined {
  const claim = tickets[index]?.call.idempotency;
  if (!claim) return undefined;
  const first = tickets.slice(0, index).findIndex(({ call: { idempotency: other } }) => {
    return other?.key === claim.key && other.scope === claim.scope;
  });
  if (first < 0) return undefined;
  if (tickets[first]?.call.idempotency?.fingerprint !== claim.fingerprint)
    return { refusal: refuse('idempotency_mismatch') };
  claim.state = 'replayed';
  return answers[first];
}

function peopleOf(tickets: readonly Ticket[]): number[] {
  return [
    ...new Set(
      tickets.flatMap(({ call, userId }) =>
        call.actor.kind === 'person' ? [userId, call.actor.userId] : [userId],
      ),
    ),
  ];
}

/** The state of one shift while its sign-ups are decided, and what is to be written afterwards. */
class Desk {
  readonly #row: ShiftFactsRow;
  readonly #tally: Tally;
  readonly #people: Map<number, PersonRow>;
  /** Ascending, and given out as people are decided on: the order of ids is the order of a waitlist. */
  readonly #freeIds: number[];
  readonly #joining: Ticket[] = [];
  readonly #registrations: NewRegistration[] = [];
  #overbooks = false;
  readonly #events: DomainEvent[] = [];
  readonly #audits: { call: Call; entry: AuditEntry }[] = [];

  constructor(row: ShiftFactsRow) {
    this.#row = row;
    this.#tally = tallyOf(row);
    this.#people = new Map(row.people.map((person) => [person.id, person]));
    this.#freeIds = row.people.map((person) => person.next_id).sort((a, b) => a - b);
  }

  decide(ticket: Ticket): SignupAnswerBody {
    const { call, userId, input } = ticket;
    const row = this.#row;
    const actor = actorFacts(call, row, userId);
    if (row.status === 'draft' && !actor.isCoordinator) throw refuse('not_found');
    if (!actor.isSelf && !actor.isCoordinator) {
      throw refuse('forbidden', 'Only coordinators may sign up somebody else.');
    }
    const person = memberAmong(this.#people, row, userId, actor.isSelf);
    const override = actor.isCoordinator ? toOverride(input.override) : null;
    if (input.override && !actor.isCoordinator)
      throw refuse('forbidden', 'Only coordinators may override a rule.');
    const role = wantedRole(row, { roleId: input.role_id, roleKey: input.role_key }, this.#tally);
    const decision = decideSignup(
      signupFacts(row, person, { now: call.now, role, actor, override, tally: this.#tally }),
    );
    if (decision.outcome === 'refuse') {
      const { code, detail, errors } = refusalOf(decision.blockers);
      throw refuse(code, detail, errors);
    }
    const status = statusOf[decision.outcome];
    if (override?.capacity) this.#overbooks = true;
    if (person.role === null) this.#joining.push(ticket);
    const registration: NewRegistration = {
      id: this.#freeIds.shift() ?? person.next_id,
      organizationId: row.organization_id,
      shiftId: row.id,
      userId,
      roleId: role?.id ?? null,
      status,
      start: row.start_time,
      end: row.end_time,
      flags: decision.flags,
      source:
        input.source ??
        (actor.isSelf ? 'self_service' : call.actor.kind === 'api_key' ? 'api' : 'coordinator'),
      now: call.now,
    };
    this.#keep(
      call,
      registration,
      role?.key ?? null,
      override?.reason ?? null,
      decision.passed.map(({ rule }) => rule),
    );
    return this.#answer(registration, role?.key ?? null);
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
    const person = this.#people.get(userId);
    // A second click in the same batch finds the first one's registration.
    if (person) this.#people.set(userId, { ...person, existing: { id, status } });
    const data = { registration_id: id, shift_id: this.#row.id, user_id: userId, role_key: roleKey, status };
    const event = status === 'waitlisted' ? waitlisted : signedUp;
    this.#events.push(event(this.#row.organization_id, data));
    this.#audits.push({
      call,
      entry: {
        organizationId: this.#row.organization_id,
        action: 'registration.created',
        objectType: 'registration',
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

  #answer(registration: NewRegistration, roleKey: string | null): SignupAnswerBody {
    const { status, now } = registration;
    const position = status === 'waitlisted' ? this.#tally.waitlisted : null;
    return {
      success: true,
      message: messages[status as keyof typeof messages] ?? '',
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
    const { id, organization_id: organizationId, join_role } = this.#row;
    for (const { call, userId } of this.#joining)
      await addMember(tx, call, { organizationId, userId, role: join_role as Role, via: 'open' });
    if (this.#overbooks) {
      const seated = this.#registrations.filter(({ status }) => status !== 'waitlisted');
      await allowOverbooking(
        tx,
        id,
        seated.map(({ roleId }) => roleId),
      );
    }
    await insertRegistrations(tx, this.#registrations);
    for (const { call, entry } of this.#audits) await writeAudit(tx, call, entry);
    const [first] = this.#registrations;
    if (first) await record(tx, first.now, ...this.#events);
  }
}

const statusOf = {
  confirm: 'active',
  await_approval: 'pending_approval',
  waitlist: 'waitlisted',
} as const satisfies Record<string, RegistrationStatus>;

const messages = {
  active: 'You are signed up.',
  pending_approval: 'Your sign-up waits for approval; a seat is held for you.',
  waitlisted: 'The shift is full. You are on the waitlist.',
} as const;
