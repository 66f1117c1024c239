import { exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';
import { sql } from 'kysely';
import { type Database, inTransaction, lockAll, type Tx } from '#platform/db/index.ts';

export interface SigningKey {
  readonly kid: string;
  readonly publicJwk: JWK;
  readonly publicKey: CryptoKey;
  readonly privateKey: CryptoKey;
  readonly signsFrom: Temporal.Instant;
}

export interface SigningKeys {
  /** The newest key that is old enough to be known everywhere. */
  forSigning(now: Temporal.Instant): Promise<SigningKey>;
  find(kid: string): Promise<SigningKey | undefined>;
  /** The public halves; there is at least one, so that no one remembers an empty list. */
  published(now: Temporal.Instant): Promise<JWK[]>;
  /** Makes the next key. It is published now and signs after the lead time. */
  rotate(now: Temporal.Instant): Promise<string>;
  /** Makes the next key if the newest one is old, and forgets keys that no living token can carry. */
  rotateByAge(now: Temporal.Instant): Promise<string | undefined>;
}

const algorithm = 'EdDSA';
const purpose = 'signing-key';
/** Longer than any process keeps its list of keys. */
const leadSeconds = 300;
const refreshSeconds = 60;
/** Of the list, for key ids that no one here knows, in a second. */
const mostRereads = 10;
const rotateAfterDays = 90;
/** A refresh token lives 30 days; a key is kept a little longer than that after its successor. */
const keepDays = 35;

interface KeyRing {
  readonly keys: readonly SigningKey[];
  readonly readAtMs: number;
}

export function createSigningKeys(database: Database, refreshMs = refreshSeconds * 1_000): SigningKeys {
  let ring: KeyRing | undefined;
  let reading: Promise<KeyRing> | undefined;

  const read = (): Promise<KeyRing> => {
    reading ??= readKeys(database)
      .then((keys) => {
        ring = { keys, readAtMs: performance.now() };
        return ring;
      })
      .finally(() => {
        reading = undefined;
      });
    return reading;
  };
  const current = async (): Promise<readonly SigningKey[]> => {
    if (ring && performance.now() - ring.readAtMs < refreshMs) return ring.keys;
    return (await read()).keys;
  };
  /**
   * Tokens are signed inside transactions. If all of them waited for a second connection to read an old list again, none
   * would ever get one. An old key still signs valid tokens, so the list is read in the background.
   */
  const atHand = async (): Promise<readonly SigningKey[]> => {
    if (!ring) return await current();
    if (performance.now() - ring.readAtMs >= refreshMs) read().catch(() => {});
    return ring.keys;
  };
  let rereads = 0;
  let rereadsSinceMs = 0;
  const mayReread = (): boolean => {
    if (performance.now() - rereadsSinceMs >= 1_000) [rereads, rereadsSinceMs] = [0, performance.now()];
    rereads += 1;
    return rereads <= mostRereads;
  };
  const rotate = async (now: Temporal.Instant): Promise<string> => {
    const kid = await inTransaction(
      database,
      {},
      async (tx) => await insertKey(tx, database, now, leadSeconds),
    );
    ring = undefined;
    return kid;
  };

  const forSigning = async (now: Temporal.Instant): Promise<SigningKey> => {
    const usable = (keys: readonly SigningKey[]) =>
      keys.findLast((key) => Temporal.Instant.compare(key.signsFrom, now) <= 0);
    const known = usable(await atHand());
    if (known) return known;
    await firstKey(database, now);
    const first = usable((await read()).keys);
    if (!first) throw new Error('there is no key to sign with');
    return first;
  };

  return {
    forSigning,
    async find(kid) {
      const known = (await current()).find((key) => key.kid === kid);
      // A kid that we do not know may be younger than our list. Forged ones cost a few reads a second at most.
      if (known || !mayReread()) return known;
      return (await read()).keys.find((key) => key.kid === kid);
    },
    async published(now) {
      await forSigning(now);
      return (await current()).map((key) => ({ ...key.publicJwk, kid: key.kid, alg: algorithm, use: 'sig' }));
    },
    rotate,
    async rotateByAge(now) {
      await retireOld(database, now);
      const newest = (await read()).keys.at(-1);
      const limit = now.subtract({ hours: 24 * rotateAfterDays });
      if (!newest || Temporal.Instant.compare(newest.signsFrom, limit) > 0) return undefined;
      return await rotate(now);
    },
  };
}

/** Two processes that start on an empty database at the same moment agree on one key. */
async function firstKey(database: Database, now: Temporal.Instant): Promise<void> {
  await inTransaction(database, {}, async (tx) => {
    await lockAll(tx, 'signing_keys', [1]);
    const { rows } = await sql`
      select 1 from signing_keys where retired_at is null and signs_from <= ${now} limit 1
    `.execute(tx);
    // As if made a while ago: the other process's clock may be a little behind ours.
    if (rows.length === 0) await insertKey(tx, database, now, -leadSeconds);
  });
}

async function insertKey(tx: Tx, database: Database, now: Temporal.Instant, lead: number): Promise<string> {
  const pair = await generateKeyPair(algorithm, { crv: 'Ed25519', extractable: true });
  const kid = crypto.randomUUID();
  const privateJwk = Buffer.from(JSON.stringify(await exportJWK(pair.privateKey)));
  const publicJwk = JSON.stringify(await exportJWK(pair.publicKey));
  await sql`
    insert into signing_keys (kid, public_jwk, private_sealed, created_at, signs_from)
    values (${kid}, ${publicJwk}, ${database.sealer.seal(purpose, kid, privateJwk)}, ${now}, ${now.add({ seconds: lead })})
  `.execute(tx);
  return kid;
}

async function retireOld(database: Database, now: Temporal.Instant): Promise<void> {
  await sql`
    update signing_keys as old set retired_at = ${now}
    where old.retired_at is null and exists (
      select 1 from signing_keys as newer
      where newer.signs_from > old.signs_from and newer.signs_from < ${now.subtract({ hours: 24 * keepDays })}
    )
  `.execute(database.db);
}

async function readKeys(database: Database): Promise<SigningKey[]> {
  const rows = await database.db
    .selectFrom('signing_keys')
    .select(['kid', 'public_jwk', 'private_sealed', 'signs_from'])
    .where('retired_at', 'is', null)
    .orderBy('signs_from')
    .orderBy('kid')
    .execute();
  return await Promise.all(
    rows.map(async (row) => {
      const privateJwk = JSON.parse(
        database.sealer.open(purpose, row.kid, row.private_sealed).toString(),
      ) as JWK;
      const publicJwk = row.public_jwk as JWK;
      return {
        kid: row.kid,
        publicJwk,
        publicKey: (await importJWK(publicJwk, algorithm)) as CryptoKey,
        privateKey: (await importJWK(privateJwk, algorithm)) as CryptoKey,
        signsFrom: row.signs_from,
      };
    }),
  );
}
