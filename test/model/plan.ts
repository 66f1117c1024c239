import type { DecisionKind, Operation, Status } from './operations.ts';

/** A shift as plain numbers: its time is a slot, and it overlaps the slots next to it. */
export interface PlannedShift {
  slot: number;
  mission: number;
  capacity: number | null;
  places: number | null;
  approval: boolean;
  readonly mode: 'auto' | 'offer';
  readonly roles: (number | null)[];
  cancelled: boolean;
}

export interface Entry {
  readonly person: number;
  readonly shift: number;
  readonly role: number | null;
  status: Status;
}

/**
 * What should happen, written down without looking at how the service does it: lists, loops and no database.
 * Entries are in the order in which they came, which is the order of every waitlist.
 */
export class Plan {
  readonly shifts: PlannedShift[];
  entries: Entry[] = [];

  constructor(shifts: readonly PlannedShift[]) {
    this.shifts = shifts.map((shift) => ({ ...shift, roles: [...shift.roles] }));
  }

  /** Does it, and returns what a caller would get: a status, or every reason against it. */
  apply(operation: Operation): string {
    switch (operation.kind) {
      case 'sign_up':
        return this.#signUp(operation.person, operation.shift, operation.role, operation.overbooks);
      case 'sign_up_many': {
        const { people, shift, role } = operation;
        return people.map((person) => this.#signUp(person, shift, role, false)).join(' | ');
      }
      case 'cancel':
        return this.#cancel(operation.person, operation.shift);
      case 'leave': {
        const entry = this.picked(operation.among, operation.pick);
        return entry ? this.#cancel(entry.person, entry.shift) : 'nothing';
      }
      case 'change':
        return this.#change(operation.pick, operation.to, operation.role);
      case 'move_shift':
        return this.#move(operation.shift, operation.slot);
      case 'cancel_shift':
        return this.#cancelShift(operation.shift);
      case 'set_capacity':
      case 'set_role_capacity':
      case 'set_waitlist':
      case 'set_approval':
        return this.#set(operation);
      default:
        return this.#decide(operation.kind, this.picked(operation.among, operation.pick));
    }
  }

  picked(status: Status, pick: number): Entry | undefined {
    const among = this.entries.filter((entry) => entry.status === status);
    return among[pick % Math.max(1, among.length)];
  }

  #signUp(person: number, shift: number, role: number | null, overbooks: boolean): string {
    const target = this.#shift(shift);
    const full = this.#full(shift, role);
    const reasons = this.#against(person, shift);
    const waits = this.#on(shift, 'waitlisted').length;
    const mayWait = target.places === null || waits < target.places;
    if (full.length > 0 && !overbooks && !mayWait)
      reasons.push(...full, ...(target.places === 0 ? [] : ['waitlist_full']));
    if (reasons.length > 0) return said(reasons);
    const status = full.length > 0 && !overbooks ? 'waitlisted' : spot(target);
    this.entries.push({ person, shift, role, status });
    return status;
  }

  #cancel(person: number, shift: number): string {
    const entry = this.#find(person, shift);
    if (!entry) return 'not_registered';
    this.#leave(entry);
    this.#fillAll(shift);
    return 'cancelled';
  }

  #change(pick: number, to: number, role: number | null): string {
    const entry = this.picked('active', pick);
    if (!entry) return 'nothing';
    const target = this.#shift(to);
    const before = this.entries;
    this.entries = before.filter((other) => other !== entry);
    const reasons = [...this.#against(entry.person, to), ...this.#full(to, role)];
    if (target.mission !== this.#shift(entry.shift).mission) reasons.push('different_mission');
    if (to === entry.shift && role === entry.role) reasons.push('already_registered');
    if (reasons.length > 0) {
      this.entries = before;
      return said(reasons);
    }
    const status = spot(target);
    this.entries.push({ person: entry.person, shift: to, role, status });
    this.#fillAll(entry.shift);
    return status;
  }

  #decide(verb: DecisionKind, entry: Entry | undefined): string {
    if (!entry) return 'nothing';
    const expected = verb === 'approve' || verb === 'reject' ? 'pending_approval' : 'offered';
    if (entry.status !== expected) return verb === 'expire' ? 'false' : 'wrong_status';
    if (verb === 'approve') {
      entry.status = 'active';
      return 'active';
    }
    if (verb === 'accept') {
      if (this.#isBusy(entry.person, entry.shift)) return 'overlap';
      return this.#promote(entry);
    }
    this.#leave(entry);
    this.#fillAll(entry.shift);
    return verb === 'expire' ? 'true' : 'cancelled';
  }

  #set(operation: Extract<Operation, { kind: `set_${string}` }>): string {
    const shift = this.#shift(operation.shift);
    if (shift.cancelled) return 'cancelled';
    if (operation.kind === 'set_capacity') shift.capacity = operation.capacity;
    else if (operation.kind === 'set_role_capacity') shift.roles[operation.role] = operation.capacity;
    else if (operation.kind === 'set_waitlist') shift.places = operation.places;
    else shift.approval = operation.approval;
    this.#fillAll(operation.shift);
    return 'changed';
  }

  #move(index: number, slot: number): string {
    const shift = this.#shift(index);
    if (shift.cancelled) return 'cancelled';
    const clashes = this.entries.some(
      (entry) =>
        entry.shift === index &&
        isBinding(entry) &&
        this.entries.some(
          (other) =>
            other.person === entry.person &&
            other.shift !== index &&
            isBinding(other) &&
            overlap(this.#shift(other.shift).slot, slot),
        ),
    );
    if (clashes) return 'overlap';
    shift.slot = slot;
    this.#fillAll(index);
    return 'changed';
  }

  #cancelShift(index: number): string {
    const shift = this.#shift(index);
    if (shift.cancelled) return 'cancelled';
    shift.cancelled = true;
    this.entries = this.entries.filter((entry) => entry.shift !== index);
    this.#fillAll(index);
    return 'cancelled';
  }

  /** Reasons of the person, apart from free spots. */
  #against(person: number, shift: number): string[] {
    const reasons: string[] = [];
    if (this.#shift(shift).cancelled) reasons.push('shift_cancelled');
    if (this.#find(person, shift)) reasons.push('already_registered');
    if (this.#isBusy(person, shift)) reasons.push('overlap');
    return reasons;
  }

  #full(index: number, role: number | null): string[] {
    const shift = this.#shift(index);
    const holders = this.entries.filter((entry) => entry.shift === index && hasSpot(entry));
    const reasons: string[] = [];
    if (shift.capacity !== null && holders.length >= shift.capacity) reasons.push('shift_full');
    const most = role === null ? null : (shift.roles[role] ?? null);
    if (most !== null && holders.filter((entry) => entry.role === role).length >= most)
      reasons.push('role_full');
    return reasons;
  }

  #isBusy(person: number, shift: number): boolean {
    const { slot } = this.#shift(shift);
    return this.entries.some(
      (entry) =>
        entry.person === person &&
        entry.shift !== shift &&
        hasSpot(entry) &&
        overlap(this.#shift(entry.shift).slot, slot),
    );
  }

  /** The shift where something happened first, then all others: no one waits while a spot they could take is free. */
  #fillAll(first: number): void {
    for (const index of [first, ...this.shifts.keys()]) this.#fill(index);
  }

  #fill(index: number): void {
    const shift = this.#shift(index);
    if (shift.cancelled) return;
    for (const entry of this.#on(index, 'waitlisted')) {
      if (this.#full(index, entry.role).length > 0 || this.#isBusy(entry.person, index)) continue;
      if (shift.mode === 'offer') entry.status = 'offered';
      else this.#promote(entry);
    }
  }

  #promote(entry: Entry): Status {
    const shift = this.#shift(entry.shift);
    entry.status = spot(shift);
    this.entries = this.entries.filter(
      (other) =>
        other.person !== entry.person ||
        other.status !== 'waitlisted' ||
        !overlap(this.#shift(other.shift).slot, shift.slot),
    );
    return entry.status;
  }

  #leave(entry: Entry): void {
    this.entries = this.entries.filter((other) => other !== entry);
  }

  #on(shift: number, status: Status): Entry[] {
    return this.entries.filter((entry) => entry.shift === shift && entry.status === status);
  }

  #find(person: number, shift: number): Entry | undefined {
    return this.entries.find((entry) => entry.person === person && entry.shift === shift);
  }

  #shift(index: number): PlannedShift {
    const shift = this.shifts[index];
    if (!shift) throw new Error(`no shift ${index}`);
    return shift;
  }
}

function spot(shift: PlannedShift): Status {
  return shift.approval ? 'pending_approval' : 'active';
}

function hasSpot(entry: Entry): boolean {
  return entry.status !== 'waitlisted';
}

/** An offer keeps a spot and the person's time, but it is not confirmed yet: a shift may be moved onto it. */
function isBinding(entry: Entry): boolean {
  return entry.status === 'active' || entry.status === 'pending_approval';
}

function overlap(a: number, b: number): boolean {
  return Math.abs(a - b) < 2;
}

function said(reasons: readonly string[]): string {
  return [...new Set(reasons)].sort().join(',');
}
