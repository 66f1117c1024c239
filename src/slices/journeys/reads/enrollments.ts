import type { Person } from '#kernel/actor.ts';
import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import type { Reader } from '#platform/db/index.ts';
import { type Cursors, cursorsOf } from '#platform/http/paging.ts';
import { authorize } from '#slices/organizations/index.ts';
import { type EnrollmentFacts, loadEnrollments, loadOneEnrollment } from '../facts.ts';
import { managedJourneys } from '../managed.ts';
import { presentEnrollment } from '../present.ts';
import type { EnrollmentBody, EnrollmentQueryInput, MyJourneysQueryInput } from '../schema.ts';
import { type EnrollmentRow, findEnrollment, selectEnrollments, selectMine } from '../sql/enrollments.ts';

const ofJourney = cursorsOf('enrollments', ['number']);
const ofPerson = cursorsOf('my-journeys', ['number']);

/** One's own, or any of an organization whose journeys one manages; of all others one does not know. */
export async function readEnrollment(
  db: Reader,
  call: Call,
  journeyId: number,
  id: number,
): Promise<EnrollmentBody> {
  const row = await findEnrollment(db, id);
  if (row?.journey_id !== journeyId) throw refuse('not_found');
  const isOwn = call.actor.kind === 'person' && call.actor.userId === row.user_id;
  if (!isOwn) await authorize(db, call, 'journeys.manage', row.organization_id);
  return presentEnrollment(await loadOneEnrollment(db, id, call.now));
}

export async function readEnrollments(
  db: Reader,
  call: Call,
  journeyId: number,
  query: EnrollmentQueryInput,
) {
  const { grant } = await managedJourneys.openToRead(db, call, journeyId);
  const { limit } = query;
  const rows = await selectEnrollments(db, grant, journeyId, {
    status: query.status,
    userId: query.user_id,
    overdue: query.overdue,
    now: call.now,
    after: ofJourney.decode(query.cursor)?.[0] as number | undefined,
    limit,
  });
  const people = new Map(rows.map((row) => [row.id, row]));
  return await presentPage(db, call, ofJourney, rows, limit, (enrollment) => ({
    ...presentEnrollment(enrollment),
    user_name: people.get(enrollment.row.id)?.user_name ?? '',
    user_email: people.get(enrollment.row.id)?.user_email ?? null,
  }));
}

export async function readMyJourneys(db: Reader, call: Call, person: Person, query: MyJourneysQueryInput) {
  const { limit, status } = query;
  const before = ofPerson.decode(query.cursor)?.[0] as number | undefined;
  const rows = await selectMine(db, person.userId, { status, before, limit });
  return await presentPage(db, call, ofPerson, rows, limit, presentEnrollment);
}

/** How many journeys of a member are shown at once. */
const memberJourneys = 50;

/** A member's journeys in one organization, newest first. */
export async function readMemberJourneys(db: Reader, call: Call, organizationId: number, userId: number) {
  await authorize(db, call, 'journeys.manage', organizationId);
  const rows = await selectMine(db, userId, { organizationId, limit: memberJourneys });
  return (await loadEnrollments(db, rows.slice(0, memberJourneys), call.now)).map(presentEnrollment);
}

async function presentPage<Item>(
  db: Reader,
  call: Call,
  cursors: Cursors,
  rows: readonly EnrollmentRow[],
  limit: number,
  present: (enrollment: EnrollmentFacts) => Item,
) {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    items: (await loadEnrollments(db, shown, call.now)).map(present),
    next_cursor: rows.length > limit && last ? cursors.encode([last.id]) : null,
  };
}

/** What these tables hold on a person. */
export async function readPersonalData(db: Reader, userId: number, now: Temporal.Instant) {
  const rows = await selectMine(db, userId, {});
  return { journeys: (await loadEnrollments(db, rows, now)).map(presentEnrollment) };
}
