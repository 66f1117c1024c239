import { sql } from 'kysely';
import {
  anyOf,
  hotRead,
  knownPlace,
  onePlace,
  placeIn,
  type Reader,
  readTogether,
  rememberPlaces,
} from '#platform/db/index.ts';
import { isHidden } from './shifts.ts';

/** The present numbers of a shift, as the end of its JSON. */
const numbersJson = sql<string>`(
  ',"capacity":' || coalesce(seats.capacity::text, 'null')
  || ',"minimum":' || coalesce(seats.minimum::text, 'null')
  || ',"waitlist_capacity":' || coalesce(seats.waitlist_capacity::text, 'null')
  || ',"signup_count":' || seats.active || ',"pending_count":' || seats.pending
  || ',"waitlist_count":' || seats.waitlisted
  || ',"spots_left":' || case when seats.capacity is null then 'null'
    else greatest(0, seats.capacity - seats.active - seats.pending - seats.offered)::text end
  || '}')`;

/**
 * The stored texts of a shift. Where it has roles, how many spots each has left is put in: never more than the shift
 * has. Nothing else in the texts can look like the roles, because quotes within a text are escaped.
 */
const textsJson = (
  organizationId?: number,
) => sql<string>`case when s.roles = '[]' then s.fragment else replace(s.fragment,
  ',"roles":' || s.roles::text, ',"roles":' || (
    select json_agg(json_build_object('id', role.id, 'key', role.key, 'name', role.name, 'capacity', role.capacity,
      'minimum', role.minimum, 'signup_count', role.active, 'spots_left', case when role.capacity is not null or seats.capacity is not null then greatest(0,
        least(role.capacity - role.taken, seats.capacity - seats.active - seats.pending - seats.offered)) end)
      order by role.position)
    from shift_roles role where role.shift_id = seats.shift_id
      and role.organization_id = ${placeIn(organizationId, 'seats')})::text) end`;

/** The JSON of a shift: its texts and its present numbers. Built by the database, sent as it is. */
export const shiftJson = (organizationId?: number) =>
  sql<string>`${textsJson(organizationId)} || ${numbersJson}`;

export interface ShiftTextRow {
  readonly id: number;
  readonly organization_id: number;
  readonly is_hidden: boolean;
  readonly body: string;
}

const shiftTexts = (ids: number[], organizationId?: number) => sql<ShiftTextRow>`
  select s.id, s.organization_id, ${isHidden} as is_hidden, ${shiftJson(organizationId)} as body
  from shifts s join shift_seats seats on seats.shift_id = s.id and seats.organization_id = s.organization_id
  where s.id = ${anyOf(ids)} ${organizationId === undefined ? sql`` : sql`and s.organization_id = ${organizationId}`}`;

const selectShiftTexts = hotRead((ids: number[]) => shiftTexts(ids));
const selectTextsOf = hotRead((_place: number, ids: number[], organizationId: number) =>
  shiftTexts(ids, organizationId),
);

export const readShiftText = readTogether(async (database, ids: number[]) => {
  const organizationId = onePlace(database.db, 'shifts', ids);
  const rows =
    organizationId === undefined
      ? await selectShiftTexts(database, ids)
      : await selectTextsOf(database, organizationId, ids, organizationId);
  rememberPlaces(database.db, 'shifts', rows);
  return new Map(rows.map((row) => [row.id, row]));
});

/** The same within a transaction, or right after one. */
export async function findShiftText(db: Reader, id: number): Promise<ShiftTextRow | undefined> {
  return (await shiftTexts([id], knownPlace(db, 'shifts', id)).execute(db)).rows[0];
}
