import { sql } from 'kysely';
import { systemCall } from '#kernel/call.ts';
import { Refusal } from '#kernel/refusal.ts';
import { cancelShift } from '#slices/shifts/commands/cancel-shift.ts';
import { changeShift } from '#slices/shifts/commands/change-shift.ts';
import type { ChangeShiftInput } from '#slices/shifts/schema/shift.ts';
import { cancelSignup } from '#slices/signups/commands/cancel-signup.ts';
import { changeSignup } from '#slices/signups/commands/change-signup.ts';
import {
  acceptOffer,
  approve,
  declineOffer,
  expireOneOffer,
  reject,
} from '#slices/signups/commands/decide-registration.ts';
import { createSignupQueue, signUpMany } from '#slices/signups/commands/sign-up.ts';
import { type DecisionKind, type Operation, roleKeys, type Status } from './operations.ts';
import type { Entry, PlannedShift } from './plan.ts';
import { callOf, now, timesOf, type World } from './world.ts';

/** The real commands on a real database, asked in the words of the model. */
export class Service {
  readonly #world: World;
  readonly #queueSignup: ReturnType<typeof createSignupQueue>;

  constructor(world: World) {
    this.#world = world;
    this.#queueSignup = createSignupQueue(world.platform);
  }

  async apply(operation: Operation): Promise<string> {
    try {
      return await this.#perform(operation);
    } catch (error) {
      if (error instanceof Refusal && error.code !== 'overloaded') return reasonsOf(error);
      throw error;
    }
  }

  async #perform(operation: Operation): Promise<string> {
    const { platform, coordinatorId } = this.#world;
    switch (operation.kind) {
      case 'sign_up': {
        const userId = this.#user(operation.person);
        const shiftId = this.#shift(operation.shift);
        const role_id = operation.role === null ? null : this.#role(operation.shift, operation.role);
        const override = { reason: 'The model asks for it', capacity: true };
        const attempt = operation.overbooks
          ? { call: callOf(coordinatorId), shiftId, userId, input: { role_id, override } }
          : { call: callOf(userId), shiftId, userId, input: { role_id } };
        const { registration } = await this.#queueSignup(attempt);
        return registration.status;
      }
      case 'sign_up_many': {
        const { role } = operation;
        const { items } = await signUpMany(platform, callOf(coordinatorId), this.#shift(operation.shift), {
          user_ids: operation.people.map((person) => this.#user(person)),
          role_key: role === null ? null : (roleKeys[role] ?? ''),
        });
        return items
          .map(({ registration, error }) => registration?.status ?? ruleNames(error?.errors ?? []))
          .join(' | ');
      }
      case 'cancel': {
        const userId = this.#user(operation.person);
        await cancelSignup(platform, callOf(userId), this.#shift(operation.shift), userId, {
          reason: 'model',
        });
        return 'cancelled';
      }
      case 'leave':
        return await this.#leave(operation);
      case 'change':
        return await this.#change(operation);
      case 'cancel_shift':
        await cancelShift(platform, callOf(coordinatorId), this.#shift(operation.shift), {});
        return 'cancelled';
      case 'set_capacity':
        return await this.#changeShift(operation.shift, { capacity: operation.capacity });
      case 'set_role_capacity':
        return await this.#changeRole(operation);
      case 'set_waitlist':
        return await this.#changeShift(operation.shift, { waitlist_capacity: operation.places });
      case 'set_approval':
        return await this.#changeShift(operation.shift, { requires_approval: operation.approval });
      case 'move_shift':
        return await this.#changeShift(operation.shift, timesOf(operation.slot));
      default:
        return await this.#decide(operation.kind, operation.among, operation.pick);
    }
  }

  async #leave({ among, pick }: Extract<Operation, { kind: 'leave' }>): Promise<string> {
    const registration = await this.#pick(among, pick);
    if (!registration) return 'nothing';
    const { shift_id, user_id } = registration;
    await cancelSignup(this.#world.platform, callOf(user_id), shift_id, user_id, {});
    return 'cancelled';
  }

  async #change({ pick, to, role }: Extract<Operation, { kind: 'change' }>): Promise<string> {
    const registration = await this.#pick('active', pick);
    if (!registration) return 'nothing';
    const { shift_id, user_id } = registration;
    const input = { current_shift_id: shift_id, role_id: role === null ? null : this.#role(to, role) };
    const answer = await changeSignup(this.#world.platform, callOf(user_id), user_id, this.#shift(to), input);
    return answer.registration.status;
  }

  async #changeShift(shift: number, change: ChangeShiftInput): Promise<string> {
    await changeShift(this.#world.platform, callOf(this.#world.coordinatorId), this.#shift(shift), change);
    return 'changed';
  }

  async #changeRole({ shift, role, capacity }: Extract<Operation, { kind: 'set_role_capacity' }>) {
    const { rows } = await sql<{ id: number; key: string; name: string; capacity: number | null }>`
      select id, key, name, capacity from shift_roles where shift_id = ${this.#shift(shift)} order by position
    `.execute(this.#world.platform.database.db);
    const roles = rows.map((row, index) => (index === role ? { ...row, capacity } : row));
    return await this.#changeShift(shift, { roles });
  }

  async #decide(verb: DecisionKind, among: Status, pick: number): Promise<string> {
    const registration = await this.#pick(among, pick);
    if (!registration) return 'nothing';
    const { platform, coordinatorId } = this.#world;
    const { id, user_id } = registration;
    switch (verb) {
      case 'approve':
        return (await approve(platform, callOf(coordinatorId), id)).registration.status;
      case 'reject':
        return (await reject(platform, callOf(coordinatorId), id, 'model')).registration.status;
      case 'accept':
        return (await acceptOffer(platform, callOf(user_id), id)).registration.status;
      case 'decline':
        return (await declineOffer(platform, callOf(user_id), id, null)).registration.status;
      case 'expire': {
        const call = systemCall('model', registration.offer_expires_at ?? now);
        return String(await expireOneOffer(platform, call, id));
      }
    }
  }

  async #pick(status: Status, pick: number) {
    const { rows } = await sql<{
      id: number;
      shift_id: number;
      user_id: number;
      offer_expires_at: Temporal.Instant | null;
    }>`
      select id, shift_id, user_id, offer_expires_at from registrations
      where shift_id = any(${this.#world.shifts.map(({ id }) => id)}::bigint[]) and status = ${status} order by id
    `.execute(this.#world.platform.database.db);
    return rows[pick % Math.max(1, rows.length)];
  }

  /** The state of the database, in the terms of the model. Read after each operation: without joins, it is cheap to plan. */
  async state(): Promise<{ shifts: PlannedShift[]; entries: Entry[] }> {
    const { platform, shifts, userIds, planned } = this.#world;
    const ids = shifts.map(({ id }) => id);
    const { rows } = await sql<{
      entries: { shift_id: number; user_id: number; role_id: number | null; status: Status }[] | null;
      shifts: { id: number; start: number; approval: boolean; cancelled: boolean }[];
      seats: { capacity: number | null; places: number | null }[];
      roles: { shift_id: number; capacity: number | null }[];
    }>`
      select (
        select json_agg(json_build_object('shift_id', shift_id, 'user_id', user_id, 'role_id', role_id, 'status', status) order by id)
        from registrations where shift_id = any(${ids}::bigint[]) and status <> 'cancelled'
      ) as entries, (
        select json_agg(json_build_object('id', id, 'start', extract(epoch from start_time),
          'approval', requires_approval, 'cancelled', status = 'cancelled') order by id)
        from shifts where id = any(${ids}::bigint[])
      ) as shifts, (
        select json_agg(json_build_object('capacity', capacity, 'places', waitlist_capacity) order by shift_id)
        from shift_seats where shift_id = any(${ids}::bigint[])
      ) as seats, (
        select json_agg(json_build_object('shift_id', shift_id, 'capacity', capacity) order by position)
        from shift_roles where shift_id = any(${ids}::bigint[])
      ) as roles
    `.execute(platform.database.db);
    const [found] = rows;
    const firstStart = Temporal.Instant.from(timesOf(0).start_time).epochMilliseconds / 1000;
    return {
      entries: (found?.entries ?? []).map(({ shift_id, user_id, role_id, status }) => ({
        person: userIds.indexOf(user_id),
        shift: ids.indexOf(shift_id),
        role: role_id === null ? null : this.#roleIndex(shift_id, role_id),
        status,
      })),
      shifts: (found?.shifts ?? []).map(({ id, start, ...shift }, index) => ({
        slot: (start - firstStart) / 3600,
        mission: planned[ids.indexOf(id)]?.mission ?? 0,
        mode: planned[ids.indexOf(id)]?.mode ?? 'auto',
        capacity: found?.seats[index]?.capacity ?? null,
        places: found?.seats[index]?.places ?? null,
        roles: (found?.roles ?? []).filter(({ shift_id }) => shift_id === id).map(({ capacity }) => capacity),
        ...shift,
      })),
    };
  }

  #roleIndex(shiftId: number, roleId: number): number {
    return this.#world.shifts.find(({ id }) => id === shiftId)?.roleIds.indexOf(roleId) ?? -1;
  }

  #user(person: number): number {
    return this.#world.userIds[person] ?? 0;
  }

  #shift(shift: number): number {
    return this.#world.shifts[shift]?.id ?? 0;
  }

  #role(shift: number, role: number): number {
    return this.#world.shifts[shift]?.roleIds[role] ?? 0;
  }
}

/** Every rule that spoke, or the code where no rule did. */
function reasonsOf(refusal: Refusal): string {
  return refusal.errors.length > 0 ? ruleNames(refusal.errors) : refusal.code;
}

function ruleNames(errors: readonly { code: string }[]): string {
  return [...new Set(errors.map(({ code }) => code))].sort().join(',');
}
