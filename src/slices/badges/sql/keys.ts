import { sql } from 'kysely';
import { lockAll, type Reader, type Tx } from '#platform/db/index.ts';

export interface KeyRow {
  readonly id: string;
  readonly organization_id: number;
  readonly alg: 'RS256' | 'ES256';
  readonly public_jwk: Record<string, string>;
  readonly private_sealed: Buffer;
}

const columns = sql`id, organization_id, alg, public_jwk, private_sealed`;

/** The key that an organization signs with now. */
export async function findSigningKey(
  db: Reader,
  organizationId: number,
  alg: KeyRow['alg'],
): Promise<KeyRow | undefined> {
  const { rows } = await sql<KeyRow>`
    select ${columns} from issuer_keys
    where organization_id = ${organizationId} and alg = ${alg} and retired_at is null
  `.execute(db);
  return rows[0];
}

/** All keys that an organization has ever signed with. */
export async function selectKeys(db: Reader, organizationId: number): Promise<KeyRow[]> {
  const { rows } = await sql<KeyRow>`
    select ${columns} from issuer_keys where organization_id = ${organizationId} order by created_at, id
  `.execute(db);
  return rows;
}

/** Those that have badges and fewer keys than there are algorithms, by id. All shards. */
export async function selectOrganizationsWithoutKeys(
  db: Reader,
  algorithms: number,
  after: number,
  limit: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select b.organization_id as id
    from badges b left join issuer_keys k on k.organization_id = b.organization_id and k.retired_at is null
    where b.organization_id > ${after}
    group by b.organization_id having count(distinct k.id) < ${algorithms}
    order by b.organization_id limit ${limit}
  `.execute(db);
  return rows.map(({ id }) => id);
}

/** The key that is used from now on: this one, or the one that another process stored first. */
export async function keepFirstKey(tx: Tx, key: KeyRow, now: Temporal.Instant): Promise<KeyRow> {
  await lockAll(tx, 'issuer_keys', [key.organization_id]);
  const known = await findSigningKey(tx, key.organization_id, key.alg);
  if (known) return known;
  await sql`
    insert into issuer_keys (id, organization_id, alg, public_jwk, private_sealed, created_at)
    values (${key.id}, ${key.organization_id}, ${key.alg}, ${JSON.stringify(key.public_jwk)}, ${key.private_sealed}, ${now})
  `.execute(tx);
  return key;
}
