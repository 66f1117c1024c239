import fc from 'fast-check';

/** People, shifts, roles and time slots are numbers of a small world, so that operations can be written down and repeated. */
export type Operation =
  | {
      readonly kind: 'sign_up';
      readonly person: number;
      readonly shift: number;
      readonly role: number | null;
      readonly overbooks: boolean;
    }
  | {
      readonly kind: 'sign_up_many';
      readonly people: readonly number[];
      readonly shift: number;
      readonly role: number | null;
    }
  | { readonly kind: 'cancel'; readonly person: number; readonly shift: number }
  | { readonly kind: 'leave'; readonly among: Status; readonly pick: number }
  | { readonly kind: 'change'; readonly pick: number; readonly to: number; readonly role: number | null }
  | { readonly kind: DecisionKind; readonly among: Status; readonly pick: number }
  | { readonly kind: 'set_capacity'; readonly shift: number; readonly capacity: number | null }
  | {
      readonly kind: 'set_role_capacity';
      readonly shift: number;
      readonly role: number;
      readonly capacity: number | null;
    }
  | { readonly kind: 'set_waitlist'; readonly shift: number; readonly places: number | null }
  | { readonly kind: 'set_approval'; readonly shift: number; readonly approval: boolean }
  | { readonly kind: 'move_shift'; readonly shift: number; readonly slot: number }
  | { readonly kind: 'cancel_shift'; readonly shift: number };

export type DecisionKind = 'approve' | 'reject' | 'accept' | 'decline' | 'expire';
export type Status = 'active' | 'pending_approval' | 'waitlisted' | 'offered';

export const peopleCount = 12;
export const shiftCount = 6;
const slotCount = 6;
export const roleKeys = ['driver', 'cook'] as const;

const person = fc.nat(peopleCount - 1);
const shift = fc.nat(shiftCount - 1);
const slot = fc.nat(slotCount - 1);
const role = fc.oneof(
  { weight: 3, arbitrary: fc.constant(null) },
  { weight: 2, arbitrary: fc.nat(roleKeys.length - 1) },
);
const pick = fc.nat(99);
const capacity = fc.oneof(
  { weight: 9, arbitrary: fc.integer({ min: 1, max: 4 }) },
  { weight: 1, arbitrary: fc.constant(null) },
);

const statuses: readonly Status[] = ['active', 'pending_approval', 'waitlisted', 'offered'];
/** Mostly a registration that the verb is meant for, now and then one that it is not. */
function decide(kind: DecisionKind, meant: Status): fc.Arbitrary<Operation> {
  const among = fc.oneof(
    { weight: 9, arbitrary: fc.constant(meant) },
    { weight: 1, arbitrary: fc.constantFrom(...statuses) },
  );
  return fc.record({ kind: fc.constant(kind), among, pick });
}

const decision = fc.oneof(
  decide('approve', 'pending_approval'),
  decide('reject', 'pending_approval'),
  decide('accept', 'offered'),
  decide('decline', 'offered'),
  decide('expire', 'offered'),
);

const anyStatus = fc.oneof(
  { weight: 4, arbitrary: fc.constant('active' as const) },
  { weight: 2, arbitrary: fc.constantFrom(...statuses) },
);

export const operation: fc.Arbitrary<Operation> = fc.oneof(
  {
    weight: 44,
    arbitrary: fc.record({
      kind: fc.constant('sign_up' as const),
      person,
      shift,
      role,
      overbooks: fc.integer({ min: 0, max: 19 }).map((one) => one === 0),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('sign_up_many' as const),
      people: fc.uniqueArray(person, { minLength: 1, maxLength: 5 }),
      shift,
      role,
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('cancel' as const), person, shift }) },
  { weight: 16, arbitrary: fc.record({ kind: fc.constant('leave' as const), among: anyStatus, pick }) },
  { weight: 12, arbitrary: fc.record({ kind: fc.constant('change' as const), pick, to: shift, role }) },
  { weight: 16, arbitrary: decision },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('set_capacity' as const), shift, capacity }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('set_role_capacity' as const),
      shift,
      role: fc.nat(roleKeys.length - 1),
      capacity,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('set_waitlist' as const),
      shift,
      places: fc.constantFrom(null, 0, 2, 5),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('move_shift' as const), shift, slot }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom('set_approval' as const, 'set_approval' as const, 'cancel_shift' as const),
      shift,
      approval: fc.boolean(),
    }),
  },
);
