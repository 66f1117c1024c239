import type { Reader } from '#platform/db/index.ts';
import { type FormFulfilment, fulfilmentOf } from '#slices/forms/index.ts';
import { type EarnedFulfilment, earnedFulfilmentOf } from '#slices/programs/index.ts';
import type { OtherRegistration, RegistrationStatus } from '../rules/facts.ts';
import {
  type FactsQuestion,
  nearbyDays,
  type StoredAvailability,
  type StoredFacts,
  type StoredPerson,
  type StoredPlace,
  type StoredRole,
  type StoredShift,
  selectFacts,
} from '../sql/facts.ts';

/** Everything the rules need to know about one shift, and about the people asked for with it. */
export interface ShiftFactsRow extends Omit<StoredShift, 'start_time' | 'end_time'> {
  readonly start_time: Temporal.Instant;
  readonly end_time: Temporal.Instant;
  readonly roles: readonly StoredRole[];
  /** The forms that the mission asks for. */
  readonly forms: readonly FormFacts[];
  /** The badges and journeys that it asks for. */
  readonly earned: readonly EarnedFacts[];
  /** Undefined for people who were not asked for, do not exist or have been erased. */
  person(userId: number): PersonRow | undefined;
}

type FormFacts = Omit<FormFulfilment, 'people'> & { readonly people: ReadonlySet<number> };

type EarnedFacts = Omit<EarnedFulfilment, 'people'> & {
  /** The Unix time in milliseconds until which it counts. */
  readonly people: ReadonlyMap<number, number>;
};

/** One person, as seen from one shift. */
export interface PersonRow extends StoredPerson {
  /** In the shift's organization. */
  readonly role: string | null;
  readonly availability: StoredAvailability | undefined;
  readonly others: readonly OtherRow[];
  readonly existing: { readonly id: number; readonly status: RegistrationStatus } | null;
}

export interface OtherRow extends OtherRegistration {
  readonly id: number;
  readonly startMs: number;
  readonly endMs: number;
}

/**
 * What the rules need to know about many shifts and many people. It is read once; what a transaction decides on the way
 * is noted here, so that the next decision knows of it.
 */
export class Facts {
  readonly #shifts: ReadonlyMap<number, ShiftFactsRow>;
  readonly #availability: ReadonlyMap<number, StoredAvailability>;
  /** By person and organization. */
  readonly #members: ReadonlyMap<string, string>;
  readonly #registrations: ReadonlyMap<number, Map<number, OtherRow>>;

  constructor(
    stored: StoredFacts,
    { forms, earned }: { forms: readonly FormFulfilment[]; earned: readonly EarnedFulfilment[] },
  ) {
    const byId = new Map(stored.people.map((person) => [person.id, person]));
    const knownForms = forms.map((form) => ({ ...form, people: new Set(form.people) }));
    const knownEarned = earned.map(withEnds);
    const roles = Map.groupBy(stored.roles, ({ shift_id }) => shift_id);
    const places = Map.groupBy(stored.places, ({ user_id }) => user_id);
    this.#availability = new Map(stored.availability.map((own) => [own.user_id, own]));
    this.#members = new Map(
      stored.members.map(({ organization_id, user_id, role }) => [`${user_id} ${organization_id}`, role]),
    );
    this.#registrations = new Map(stored.people.map(({ id }) => [id, byShift(places.get(id) ?? [])]));
    this.#shifts = new Map(
      stored.shifts.map((shift) => {
        const isOwn = (item: { organization_id: number }) => item.organization_id === shift.organization_id;
        const row: ShiftFactsRow = {
          ...shift,
          start_time: Temporal.Instant.from(shift.start_time),
          end_time: Temporal.Instant.from(shift.end_time),
          roles: roles.get(shift.id) ?? [],
          forms: knownForms.filter(isOwn),
          earned: knownEarned.filter(isOwn),
          person: (userId) => this.#personOn(row, byId.get(userId)),
        };
        return [shift.id, row];
      }),
    );
  }

  shift(id: number): ShiftFactsRow | undefined {
    return this.#shifts.get(id);
  }

  /** From now on the person has this registration on the shift. */
  note(row: ShiftFactsRow, userId: number, registration: { id: number; status: RegistrationStatus }): void {
    const start = row.start_time.epochMilliseconds;
    const end = row.end_time.epochMilliseconds;
    const { id: shift_id, organization_id } = row;
    const { id, status } = registration;
    const place = new Other({ id, organization_id, shift_id, start, end, status });
    this.#registrations.get(userId)?.set(row.id, place);
  }

  /** From now on the person has no registration on this shift. */
  drop(shiftId: number, userId: number): void {
    this.#registrations.get(userId)?.delete(shiftId);
  }

  #personOn(row: ShiftFactsRow, person: StoredPerson | undefined): PersonRow | undefined {
    if (!person) return undefined;
    const registrations = this.#registrations.get(person.id);
    const from = row.start_time.epochMilliseconds - nearbyMs;
    const until = row.end_time.epochMilliseconds + nearbyMs;
    return {
      ...person,
      role: this.#members.get(`${person.id} ${row.organization_id}`) ?? null,
      availability: this.#availability.get(person.id),
      others: [...(registrations?.values() ?? [])].filter(
        ({ shiftId, startMs }) => shiftId !== row.id && startMs > from && startMs < until,
      ),
      existing: registrations?.get(row.id) ?? null,
    };
  }
}

const nearbyMs = nearbyDays * 24 * 3_600_000;

/** The one loader of facts: a fixed number of statements, none of which writes, for any number of shifts and people. */
export async function loadFacts(db: Reader, asked: readonly FactsQuestion[]): Promise<Facts> {
  // No row has an id that the database cannot hold: such an id is answered like any unknown one.
  const questions = asked
    .filter(({ shiftId }) => Number.isSafeInteger(shiftId))
    .map(({ shiftId, userIds }) => ({ shiftId, userIds: userIds.filter(Number.isSafeInteger) }));
  const stored = await selectFacts(db, questions);
  return new Facts(stored, await loadFulfilments(db, stored));
}

/** For one shift. */
export async function loadShiftFacts(
  db: Reader,
  shiftId: number,
  userIds: readonly number[],
): Promise<ShiftFactsRow | undefined> {
  return (await loadFacts(db, [{ shiftId, userIds: [...new Set(userIds)] }])).shift(shiftId);
}

/** Few missions ask for anything: the others are spared the questions. */
async function loadFulfilments(db: Reader, { shifts, people }: StoredFacts) {
  const userIds = people.map(({ id }) => id);
  const organizationIds = [...new Set(shifts.map(({ organization_id }) => organization_id))];
  const wanted = (kind: 'forms' | 'badges' | 'journeys') => {
    const ids = shifts.flatMap(({ requirements }) => (requirements[kind] as number[] | undefined) ?? []);
    return [...new Set(ids)].filter(Number.isSafeInteger);
  };
  const [formIds, badges, journeys] = [wanted('forms'), wanted('badges'), wanted('journeys')];
  return {
    forms: formIds.length === 0 ? [] : await fulfilmentOf(db, { organizationIds, formIds, userIds }),
    earned:
      badges.length + journeys.length === 0
        ? []
        : await earnedFulfilmentOf(db, { organizationIds, badges, journeys, userIds }),
  };
}

function withEnds(item: EarnedFulfilment): EarnedFacts {
  return { ...item, people: new Map(item.people.map(([id, untilMs]) => [id, untilMs ?? Infinity])) };
}

function byShift(places: readonly StoredPlace[]): Map<number, OtherRow> {
  return new Map(places.map((place) => [place.shift_id, new Other(place)]));
}

/** The instants are made when a rule looks at them: most registrations of a person are far away, and two instants take 1.2 µs. */
class Other implements OtherRow {
  readonly id: number;
  readonly organizationId: number;
  readonly shiftId: number;
  readonly startMs: number;
  readonly endMs: number;
  readonly status: RegistrationStatus;

  constructor(place: Omit<StoredPlace, 'user_id'>) {
    this.id = place.id;
    this.organizationId = place.organization_id;
    this.shiftId = place.shift_id;
    this.startMs = place.start;
    this.endMs = place.end;
    this.status = place.status as RegistrationStatus;
  }

  get start(): Temporal.Instant {
    return Temporal.Instant.fromEpochMilliseconds(this.startMs);
  }

  get end(): Temporal.Instant {
    return Temporal.Instant.fromEpochMilliseconds(this.endMs);
  }
}
