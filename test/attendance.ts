import { sql } from 'kysely';
import { expect200, type PeopleApp, type Person, peopleApp } from './people.ts';

/** An organization with a program, to hold shifts around now and see who comes. */
export interface AttendanceWorld extends PeopleApp {
  readonly owner: Person;
  readonly coordinator: Person;
  readonly desk: Person;
  readonly organizationId: number;
  readonly programId: number;
  readonly now: Temporal.Instant;
  volunteer(): Promise<Person>;
  /** Begins so many minutes from now (before now: less than zero) and lasts two hours. */
  shift(startsInMinutes: number, fields?: object): Promise<number>;
  /** Returns the registration's id, which is the attendance's too. */
  signUp(person: Person, shiftId: number): Promise<number>;
  /** The person themselves, unless the body names another. */
  checkIn(as: Person, shiftId: number, body?: object): ReturnType<ReturnType<PeopleApp['as']>['post']>;
  checkOut(as: Person, shiftId: number, body?: object): ReturnType<ReturnType<PeopleApp['as']>['post']>;
  /** Writes an attendance as it would be after a check-out at these times. */
  plant(
    registrationId: number,
    from: Temporal.Instant,
    to: Temporal.Instant,
    minutes?: number,
  ): Promise<void>;
  eventsOf(type: string): Promise<{ data: Record<string, unknown> }[]>;
  auditOf(action: string): Promise<Record<string, unknown>[]>;
}

const shiftMinutes = 120;

export async function attendanceWorld(zone = 'UTC'): Promise<AttendanceWorld> {
  const muster = await peopleApp();
  const { as, database } = muster;
  const owner = await muster.person('Olga Owner');
  const organizationId = await muster.organization(owner, 'Harbor <Food> & Co');
  expect200(await as(owner.token).patch(`/organizations/${organizationId}`, { time_zone: zone }));
  const program = { name: 'Saturdays', organization_id: organizationId };
  const programId = expect200(await as(owner.token).post('/programs', program)).id as number;
  const now = Temporal.Now.instant().round({ smallestUnit: 'minute', roundingMode: 'floor' });
  return {
    ...muster,
    owner,
    organizationId,
    programId,
    now,
    coordinator: await muster.member(organizationId, 'coordinator'),
    desk: await muster.member(organizationId, 'check_in'),
    volunteer: () => muster.member(organizationId, 'volunteer'),
    async shift(startsInMinutes, fields = {}) {
      const start = now.add({ minutes: startsInMinutes });
      const body = {
        program_id: programId,
        start_time: start.toString(),
        end_time: start.add({ minutes: shiftMinutes }).toString(),
        ...fields,
      };
      return expect200(await as(owner.token).post('/shifts', body)).id;
    },
    async signUp(person, shiftId) {
      const path = `/shifts/${shiftId}/signups`;
      return expect200(await as(owner.token).post(path, { user_id: person.id })).registration.id;
    },
    checkIn: (person, shiftId, body) =>
      as(person.token).post(`/shifts/${shiftId}/checkin`, { user_id: person.id, ...body }),
    checkOut: (person, shiftId, body) => as(person.token).post(`/shifts/${shiftId}/checkout`, body),
    async plant(registrationId, from, to, minutes) {
      const counted = minutes ?? Math.floor((to.epochMilliseconds - from.epochMilliseconds) / 60_000);
      await sql`
        insert into attendance (registration_id, organization_id, program_id, mission_id, shift_id, user_id, status,
          checked_in_at, checked_out_at, minutes, method, created_at, updated_at)
        select r.id, r.organization_id, s.program_id, s.mission_id, s.id, r.user_id, 'checked_out', ${from}, ${to},
          ${counted}, 'desk', now(), now()
        from registrations r join shifts s on s.id = r.shift_id and s.organization_id = r.organization_id where r.id = ${registrationId}
      `.execute(database.db);
    },
    async eventsOf(type) {
      return (await database.db
        .selectFrom('events')
        .select('data')
        .where('type', '=', type)
        .execute()) as never;
    },
    async auditOf(action) {
      return await database.db.selectFrom('audit_log').selectAll().where('action', '=', action).execute();
    },
  };
}
