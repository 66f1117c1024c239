import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import { formatInstant, formatOptionalInstant } from '#kernel/time.ts';
import { knownZone } from '#kernel/zones.ts';
import type { Reader } from '#platform/db/index.ts';
import { type Cell, type FileFormat, fileOf } from '#platform/http/files.ts';
import { cursorsOf, toPage } from '#platform/http/paging.ts';
import type { RawAnswer } from '#platform/http/route.ts';
import { say } from '#platform/language/index.ts';
import { hoursByPerson } from '#slices/hours/index.ts';
import { findOrganization, type Grant, grantAlso } from '#slices/organizations/index.ts';
import { peopleErrors } from '../errors.ts';
import { narrow } from '../gate.ts';
import { peopleTexts } from '../messages/index.ts';
import { presentTag } from '../present.ts';
import { exportedAtMost } from '../rules.ts';
import type { ListedPersonBody, PeopleFilterInput, PeopleQueryInput } from '../schema/people.ts';
import { type PersonRow, selectPeople, selectPeopleIds, shiftDaysOf, tagsByPerson } from '../sql/people.ts';

const cursors = cursorsOf('people', ['string', 'number']);

export async function readPeople(db: Reader, call: Call, organizationId: number, query: PeopleQueryInput) {
  const { grant, scope } = await narrow(db, call, organizationId, query);
  const { limit } = query;
  const keys = cursors.decode(query.cursor);
  const after = keys && { name: keys[0] as string, id: keys[1] as number };
  const rows = await selectPeople(db, grant, scope, { after, limit });
  const page = toPage(
    cursors,
    rows,
    limit,
    ({ name, user_id }) => [name, user_id],
    (row) => row,
  );
  return { ...page, items: await withDetails(db, call, grant, page.items) };
}

/** Everyone who matches, for what is done to all of them. */
export async function readPeopleIds(
  db: Reader,
  call: Call,
  organizationId: number,
  filter: PeopleFilterInput,
) {
  const { grant, scope } = await narrow(db, call, organizationId, filter);
  const ids = await selectPeopleIds(db, grant, scope, exportedAtMost);
  if (ids.length > exportedAtMost)
    throw refuse(peopleErrors.too_many_to_export('q', { limit: exportedAtMost }));
  return { user_ids: ids };
}

/** Everyone who matches, as a file for a spreadsheet. */
export async function exportPeople(
  db: Reader,
  call: Call,
  organizationId: number,
  query: PeopleQueryInput,
  format: FileFormat,
): Promise<RawAnswer> {
  const { grant, scope } = await narrow(db, call, organizationId, query);
  const rows = await selectPeople(db, grant, scope, { after: undefined, limit: exportedAtMost });
  if (rows.length > exportedAtMost)
    throw refuse(peopleErrors.too_many_to_export('format', { limit: exportedAtMost }));
  const organization = await findOrganization(db, organizationId);
  const zone = organization?.time_zone ?? 'UTC';
  const dayOf = (instant: string | null) =>
    instant === null
      ? null
      : Temporal.Instant.from(instant).toZonedDateTimeISO(knownZone(zone)).toPlainDate();
  const hours = (minutes: number | null) => (minutes === null ? null : Math.round(minutes / 0.6) / 100);
  const { language } = call;
  const columns: readonly [title: string, cell: (person: ListedPersonBody) => Cell][] = [
    ['name', (person) => person.name],
    ['email', (person) => person.email],
    ['phone', (person) => person.phone],
    ['access', (person) => say(language, `organizations.words.${person.role}`)],
    ['joined', (person) => dayOf(person.joined_at)],
    ['tags', (person) => person.tags.map(({ name }) => name).join(', ')],
    ['hours', (person) => hours(person.minutes)],
    ['verified', (person) => hours(person.verified_minutes)],
    ['shifts', (person) => person.shifts],
    ['last_shift', (person) => dayOf(person.last_shift_at)],
    ['next_shift', (person) => dayOf(person.next_shift_at)],
  ];
  return await fileOf(format, {
    name: 'people',
    title: peopleTexts.say(language, 'sheet'),
    header: columns.map(([title]) => peopleTexts.say(language, `columns.${title}` as 'columns.name')),
    rows: eachDetailed(db, call, grant, rows, (person) => columns.map(([, cell]) => cell(person))),
  });
}

/** People whose details are read at once. */
const portion = 1_000;

async function* eachDetailed<Line>(
  db: Reader,
  call: Call,
  grant: Grant<'members.read'>,
  rows: readonly PersonRow[],
  lineOf: (person: ListedPersonBody) => Line,
): AsyncGenerator<Line> {
  for (let start = 0; start < rows.length; start += portion)
    for (const person of await withDetails(db, call, grant, rows.slice(start, start + portion)))
      yield lineOf(person);
}

/** Tags, hours and shifts of these people, in a fixed number of statements. */
async function withDetails(
  db: Reader,
  call: Call,
  grant: Grant<'members.read'>,
  rows: readonly PersonRow[],
): Promise<ListedPersonBody[]> {
  const { organizationId } = grant;
  const ids = rows.map((row) => row.user_id);
  const tags = await tagsByPerson(db, organizationId, ids);
  const hours = grantAlso(call, grant, 'hours.read') && (await hoursByPerson(db, organizationId, ids));
  const days =
    grantAlso(call, grant, 'attendance.read') && (await shiftDaysOf(db, organizationId, ids, call.now));
  return rows.map((row) => {
    const worked = hours?.get(row.user_id);
    const figure = (name: 'minutes' | 'verified_minutes' | 'shifts') => hours && (worked?.[name] ?? 0);
    return {
      ...row,
      joined_at: formatInstant(row.joined_at),
      tags: (tags.get(row.user_id) ?? []).map(presentTag),
      minutes: figure('minutes') ?? null,
      verified_minutes: figure('verified_minutes') ?? null,
      shifts: figure('shifts') ?? null,
      last_shift_at: formatOptionalInstant(days?.get(row.user_id)?.last_shift_at ?? null),
      next_shift_at: formatOptionalInstant(days?.get(row.user_id)?.next_shift_at ?? null),
    };
  });
}
