import type { Call } from '#kernel/call.ts';
import { type Refusal, refuse } from '#kernel/refusal.ts';
import { knownZone } from '#kernel/zones.ts';
import { mayIn, type Role } from '#slices/organizations/index.ts';
import type { EarnedFulfilment } from '#slices/programs/index.ts';
import { signupErrors } from '../errors.ts';
import type { Availability } from '../rules/availability.ts';
import { type Blocker, refusalOf } from '../rules/blocker.ts';
import {
  type ActorFacts,
  type Fulfilled,
  holdsSpot,
  type OtherRegistration,
  type Override,
  type RegistrationStatus,
  type Requirements,
  type RoleFacts,
  type ShiftFacts,
  type SignupFacts,
} from '../rules/facts.ts';
import { mergePolicies, type Policies, type PolicyChanges } from '../rules/policies.ts';
import { chooseRole, type RoleChoice } from '../rules/roles.ts';
import type { OverrideInput } from '../schema/registration.ts';
import type { PersonRow, ShiftFactsRow } from './load.ts';

/** Spots while several people are decided on in one transaction. */
export interface Tally {
  spots: number;
  waitlisted: number;
  readonly byRole: Map<number, number>;
}

export function tallyOf(row: ShiftFactsRow): Tally {
  return {
    spots: row.active + row.pending + row.offered,
    waitlisted: row.waitlisted,
    byRole: new Map(row.roles.map((role) => [role.id, role.taken])),
  };
}

export function addToTally(tally: Tally, roleId: number | null, status: RegistrationStatus): void {
  if (status === 'waitlisted') tally.waitlisted += 1;
  if (!holdsSpot(status)) return;
  tally.spots += 1;
  if (roleId !== null) tally.byRole.set(roleId, (tally.byRole.get(roleId) ?? 0) + 1);
}

/** A spot is free again. */
export function removeFromTally(tally: Tally, roleId: number | null): void {
  tally.spots -= 1;
  if (roleId !== null) tally.byRole.set(roleId, (tally.byRole.get(roleId) ?? 0) - 1);
}

export function policiesOf(row: ShiftFactsRow): Policies {
  return mergePolicies(row.organization_policies as PolicyChanges, row.program_policies as PolicyChanges);
}

export function shiftFacts(row: ShiftFactsRow, tally: Tally): ShiftFacts {
  return {
    id: row.id,
    missionId: row.mission_id,
    organizationId: row.organization_id,
    start: row.start_time,
    end: row.end_time,
    timeZone: row.time_zone,
    status: row.status,
    capacity: row.capacity,
    waitlistCapacity: row.waitlist_capacity,
    requiresApproval: row.requires_approval,
    spotsTaken: tally.spots,
    waitlisted: tally.waitlisted,
    waitlistFirst: row.waitlist_first && tally.waitlisted > 0,
  };
}

/** The role that was asked for; a choice that doesn't exist is the caller's mistake. */
export function wantedRole(row: ShiftFactsRow, choice: RoleChoice, tally: Tally): RoleFacts | null {
  const { role, error } = chooseRole(row.roles, choice);
  if (error) throw refuse(error);
  return (
    role && {
      id: role.id,
      key: role.key,
      name: role.name,
      capacity: role.capacity,
      spotsTaken: tally.byRole.get(role.id) ?? 0,
    }
  );
}

export interface Asking {
  readonly now: Temporal.Instant;
  readonly role: RoleFacts | null;
  readonly actor: ActorFacts;
  readonly override: Override | null;
  readonly tally: Tally;
}

export function signupFacts(row: ShiftFactsRow, person: PersonRow, asking: Asking): SignupFacts {
  const { others } = person;
  const policies = policiesOf(row);
  return {
    now: asking.now,
    shift: shiftFacts(row, asking.tally),
    role: asking.role,
    person: {
      id: person.id,
      dateOfBirth: person.date_of_birth === null ? null : Temporal.PlainDate.from(person.date_of_birth),
      profileFields: person.profile,
      availability: toAvailability(person),
    },
    others,
    existing: person.existing,
    minutesInWeek: policies.max_hours_per_week === null ? 0 : minutesInWeek(row, others),
    policies,
    requirements: requirementsOf(row),
    fulfilled: fulfilledBy(row, person, asking.now),
    actor: asking.actor,
    override: asking.override,
  };
}

/** Who is asking, seen from the shift's organization. */
export function actorFacts(call: Call, row: ShiftFactsRow, userId: number): ActorFacts {
  const { actor } = call;
  const self = actor.kind === 'person' ? actor.userId : undefined;
  const role = self === undefined ? null : (row.person(self)?.role as Role | null | undefined);
  return {
    isCoordinator: mayIn(actor, row.organization_id, role, 'shifts.manage'),
    isSelf: self === userId,
  };
}

/** The person must belong to the organization; an open one takes everyone who signs up for themselves. */
export function memberAmong(row: ShiftFactsRow, userId: number, isSelf: boolean): PersonRow {
  const person = row.person(userId);
  if (!person || (person.role === null && !isSelf)) {
    throw refuse(signupErrors.not_a_member('user_id'));
  }
  if (person.role === null && row.join_rule === 'invitation') {
    throw refuse(signupErrors.invitation_only('organization'));
  }
  return person;
}

/** The refusal as its reader gets it: about themselves, or about the person they act for. */
export function refusalFor(
  blockers: readonly Blocker[],
  { isSelf }: Pick<ActorFacts, 'isSelf'>,
  name: string,
): Refusal {
  return refusalOf(blockers, isSelf ? undefined : name);
}

export function toOverride(input: OverrideInput | undefined): Override | null {
  if (!input) return null;
  return {
    reason: input.reason,
    policy: input.policy ?? true,
    availability: input.availability ?? true,
    requirements: input.requirements ?? true,
    capacity: input.capacity ?? false,
  };
}

/** A badge that has expired doesn't count. */
export function fulfilledBy(
  { forms, earned }: ShiftFactsRow,
  { id: userId }: PersonRow,
  now: Temporal.Instant,
): Fulfilled {
  const earnedOf = (kind: EarnedFulfilment['kind']) =>
    earned
      .filter((item) => item.kind === kind && (item.people.get(userId) ?? 0) > now.epochMilliseconds)
      .map(({ id }) => id);
  return {
    forms: forms.filter(({ people }) => people.has(userId)).map(({ id }) => id),
    badges: earnedOf('badge'),
    journeys: earnedOf('journey'),
  };
}

function toAvailability(person: PersonRow): Availability | null {
  if (!person.availability) return null;
  return {
    timeZone: person.availability.time_zone,
    weekly: person.availability.weekly as Availability['weekly'],
    exceptions: person.availability.exceptions as Availability['exceptions'],
  };
}

export function requirementsOf(row: ShiftFactsRow): Requirements {
  const stored = row.requirements as {
    profile_fields?: string[];
    forms?: number[];
    badges?: number[];
    journeys?: number[];
    minimum_age?: number | null;
  };
  const titles = new Map(row.forms.map(({ id, title }) => [id, title]));
  const namesOf = (kind: EarnedFulfilment['kind']) =>
    new Map(row.earned.filter((item) => item.kind === kind).map(({ id, name }) => [id, name]));
  const named = (ids: number[] | undefined, names: Map<number, string>) =>
    (ids ?? []).map((id) => ({ id, name: names.get(id) ?? null }));
  return {
    profileFields: [...new Set([...row.required_profile_fields, ...(stored.profile_fields ?? [])])],
    forms: named(stored.forms, titles),
    badges: named(stored.badges, namesOf('badge')),
    journeys: named(stored.journeys, namesOf('journey')),
    minimumAge: stored.minimum_age ?? null,
  };
}

function minutesInWeek(row: ShiftFactsRow, others: readonly OtherRegistration[]): number {
  if (others.length === 0) return 0;
  const start = row.start_time.toZonedDateTimeISO(knownZone(row.organization_zone)).startOfDay();
  const monday = start.subtract({ days: start.dayOfWeek - 1 });
  const from = monday.epochMilliseconds;
  const until = monday.add({ days: 7 }).epochMilliseconds;
  return others
    .filter((other) => holdsSpot(other.status))
    .filter(({ start: { epochMilliseconds: at } }) => at >= from && at < until)
    .reduce((sum, other) => sum + (other.end.epochMilliseconds - other.start.epochMilliseconds) / 60_000, 0);
}
