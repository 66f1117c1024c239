import type { Call } from '#kernel/call.ts';
import type { DomainEvent } from '#kernel/event.ts';
import { type AuditEntry, writeAudit } from '#platform/audit/index.ts';
import type { Tx } from '#platform/db/index.ts';
import { record } from '#platform/outbox/index.ts';
import { allowOverbooking } from '#slices/shifts/index.ts';
import { signupErrors } from '../errors.ts';
import { signupChanged } from '../events.ts';
import {
  addToTally,
  memberAmong,
  policiesOf,
  refusalFor,
  removeFromTally,
  shiftFacts,
  signupFacts,
  type Tally,
  tallyOf,
  toOverride,
  wantedRole,
} from '../facts/assemble.ts';
import type { Facts, ShiftFactsRow } from '../facts/load.ts';
import { decideChange } from '../rules/decide-change.ts';
import type { ActorFacts } from '../rules/facts.ts';
import type { RoleChoice } from '../rules/roles.ts';
import type { OverrideInput } from '../schema/registration.ts';
import {
  insertRegistrations,
  type LockedRegistration,
  type NewRegistration,
  type StatusChange,
  updateStatuses,
} from '../sql/writes.ts';
import { endOffersOf } from './end-swaps.ts';

export interface MoveRequest extends RoleChoice {
  readonly override: OverrideInput | undefined;
}

/** The moves to one shift that are decided together, each on what those before it left. */
export class MoveBatch {
  readonly #call: Call;
  readonly #facts: Facts;
  readonly #destination: ShiftFactsRow;
  readonly #request: MoveRequest;
  readonly #tally: Tally;
  readonly #left: StatusChange[] = [];
  readonly #registrations: NewRegistration[] = [];
  readonly #events: DomainEvent[] = [];
  readonly #audits: AuditEntry[] = [];

  constructor(call: Call, facts: Facts, destination: ShiftFactsRow, request: MoveRequest) {
    this.#call = call;
    this.#facts = facts;
    this.#destination = destination;
    this.#request = request;
    this.#tally = tallyOf(destination);
    // A role that the shift does not have is a mistake of the request, not of one person's.
    wantedRole(destination, request, this.#tally);
  }

  /** Throws where it is refused. The registration gets the given id on the destination. */
  decide(id: number, registration: LockedRegistration, actor: ActorFacts): void {
    const destination = this.#destination;
    const { user_id: userId } = registration;
    const person = memberAmong(destination, userId, actor.isSelf);
    const current = this.#facts.shift(registration.shift_id);
    if (!current || !['active', 'pending_approval'].includes(registration.status)) {
      const missing = [signupErrors.not_registered('current_shift_id')];
      throw refusalFor(missing, actor, person.name);
    }
    const { now } = this.#call;
    const role = wantedRole(destination, this.#request, this.#tally);
    const override = toOverride(this.#request.override);
    const decision = decideChange({
      destination: signupFacts(destination, person, { now, role, actor, override, tally: this.#tally }),
      current: {
        shift: shiftFacts(current, tallyOf(current)),
        roleId: registration.role_id,
        status: registration.status,
        policies: policiesOf(current),
      },
      organizationTimeZone: destination.organization_zone,
    });
    if (decision.outcome === 'refuse') throw refusalFor(decision.blockers, actor, person.name);
    const status = decision.outcome === 'confirm' ? 'active' : 'pending_approval';
    const source = actor.isSelf ? 'self_service' : 'coordinator';
    const added: NewRegistration = {
      id,
      organizationId: destination.organization_id,
      shiftId: destination.id,
      userId,
      roleId: role?.id ?? null,
      status,
      start: destination.start_time,
      end: destination.end_time,
      flags: decision.flags,
      source,
      now,
    };
    this.#keep(registration, added, role?.key ?? null, override?.reason);
  }

  #keep(
    left: LockedRegistration,
    added: NewRegistration,
    roleKey: string | null,
    reason: string | undefined,
  ): void {
    const { id, userId, shiftId, roleId, status, flags, source, organizationId } = added;
    this.#left.push({ registration: left, status: 'cancelled', cancelReason: 'switched' });
    this.#registrations.push(added);
    if (left.shift_id === shiftId) removeFromTally(this.#tally, left.role_id);
    addToTally(this.#tally, roleId, status);
    this.#facts.drop(left.shift_id, userId);
    this.#facts.note(this.#destination, userId, { id, status });
    const data = { registration_id: id, shift_id: shiftId, user_id: userId, role_key: roleKey, status };
    const from = { from_shift_id: left.shift_id, from_registration_id: left.id };
    this.#events.push(signupChanged(organizationId, { ...data, ...from }));
    this.#audits.push({
      organizationId,
      action: 'registration.changed',
      objectId: id,
      subjectUserId: userId,
      before: {
        shift_id: left.shift_id,
        status: left.status,
        role_id: left.role_id,
        registration_id: left.id,
      },
      after: { shift_id: shiftId, status, role_id: roleId, registration_id: id, flags },
      source,
      ...(reason !== undefined && { reason }),
    });
  }

  /** The old ones first: the two of a person may overlap in time. */
  async write(tx: Tx): Promise<void> {
    if (this.#registrations.length === 0) return;
    const { now } = this.#call;
    await updateStatuses(tx, this.#left, now);
    await endOffersOf(
      tx,
      this.#call,
      this.#left.map(({ registration }) => registration),
    );
    if (this.#request.override?.capacity)
      await allowOverbooking(tx, this.#destination.organization_id, this.#registrations);
    await insertRegistrations(tx, this.#registrations);
    await record(tx, now, ...this.#events);
    await writeAudit(tx, this.#call, ...this.#audits);
  }
}
