import { sql } from 'kysely';
import type { Reader } from '#platform/db/index.ts';
import type { Grant } from '#slices/organizations/index.ts';

export interface NamedMission {
  readonly id: number;
  readonly name: string;
  readonly is_archived: boolean;
}

/** The missions that these texts can mean: by name, in upper or lower case, or by id. */
export async function selectMeantMissions(
  db: Reader,
  { organizationId }: Grant<'shifts.manage'>,
  texts: readonly string[],
): Promise<NamedMission[]> {
  const ids = texts.filter((text) => /^\d{1,15}$/.test(text)).map(Number);
  const { rows } = await sql<NamedMission>`
    select id, name, archived_at is not null as is_archived from missions
    where organization_id = ${organizationId}
      and (lower(name) = any(${texts.map((text) => text.toLowerCase())}::text[]) or id = any(${ids}::bigint[]))
  `.execute(db);
  return rows;
}
