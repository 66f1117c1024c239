import type { Answer, Client, PeopleApp, Person } from './people.ts';
import { expect200, peopleApp } from './people.ts';

/** An organization that plans shifts: what tests of scheduling begin with. */
interface RosterRow {
  readonly id: number;
  readonly user_id: number;
  readonly role_key: string | null;
  readonly status: string;
  readonly waitlist_position: number | null;
  readonly flags: string[];
}

export interface Planning {
  readonly muster: PeopleApp;
  readonly owner: Person;
  /** The owner's client: who owns an organization may plan in it. */
  readonly planner: Client;
  readonly organizationId: number;
  readonly missionId: number;
  readonly programId: number;
  /** Ids of a mission and of a program of this organization, made with these fields. */
  mission(fields?: object): Promise<number>;
  program(fields?: object): Promise<number>;
  /** The id of a shift of two hours that begins so many hours from now. */
  shift(fields?: object, hours?: number): Promise<number>;
  volunteer(): Promise<Person>;
  volunteers(count: number): Promise<Person[]>;
  signUp(person: Person, shiftId: number, body?: object): Promise<Answer>;
  leave(person: Person, shiftId: number): Promise<Answer>;
  change(person: Person, from: number, to: number, body?: object): Promise<Answer>;
  /** Who holds what on the shift: `user_id` to status, in the order in which they came. */
  roster(shiftId: number): Promise<RosterRow[]>;
  statusOf(person: Person, shiftId: number): Promise<string | undefined>;
}

export async function planning(given?: PeopleApp): Promise<Planning> {
  const muster = given ?? (await peopleApp());
  const owner = await muster.person();
  const planner = muster.as(owner.token);
  const organizationId = await muster.organization(owner, 'Harbor Kitchen');
  const made = async (path: string, fields: object) =>
    expect200(await planner.post(path, { organization_id: organizationId, ...fields })).id as number;
  const mission = (fields: object = {}) => made('/missions', { name: 'Feed people', ...fields });
  const missionId = await mission();
  const program = (fields: object = {}) =>
    made('/programs', { name: 'Saturdays', default_mission_id: missionId, ...fields });
  const programId = await program();
  const volunteer = () => muster.member(organizationId, 'volunteer');
  const roster: Planning['roster'] = async (shiftId) => {
    const { items } = expect200(await planner.get(`/shifts/${shiftId}/signups?limit=200`));
    return items;
  };
  return {
    muster,
    owner,
    planner,
    organizationId,
    missionId,
    programId,
    mission,
    program,
    async shift(fields = {}, hours = 72) {
      const body = { program_id: programId, ...timesIn(hours), ...fields };
      return expect200(await planner.post('/shifts', body)).id as number;
    },
    volunteer,
    volunteers: (count) => Promise.all(Array.from({ length: count }, volunteer)),
    signUp: (person, shiftId, body) => muster.as(person.token).post(`/shifts/${shiftId}/signups`, body),
    leave: (person, shiftId) => muster.as(person.token).del(`/shifts/${shiftId}/signups`),
    change: (person, from, to, body = {}) =>
      muster.as(person.token).post(`/shifts/${to}/signups/change`, { current_shift_id: from, ...body }),
    roster,
    async statusOf(person, shiftId) {
      const rows = (await roster(shiftId)).filter(({ user_id }) => user_id === person.id);
      return rows.at(-1)?.status;
    },
  };
}

/** One hour for the whole file, so that a test that runs over the full hour still means the same times. */
const nextHour = Temporal.Now.instant().round({ smallestUnit: 'hour', roundingMode: 'ceil' });

export function timesIn(hours: number, length = 2): { start_time: string; end_time: string } {
  const start = nextHour.add({ minutes: hours * 60 });
  return { start_time: start.toString(), end_time: start.add({ minutes: length * 60 }).toString() };
}

/** The rules that a refusal names. */
export function rulesOf(answer: Answer): string[] {
  return (answer.body.errors as { code: string }[]).map(({ code }) => code).sort();
}

export function bornYearsAgo(years: number): string {
  return Temporal.Now.plainDateISO('UTC').subtract({ years, days: 30 }).toString();
}
