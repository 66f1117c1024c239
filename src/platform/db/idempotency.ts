import { sql } from 'kysely';
import type { Call, IdempotencyClaim } from '#kernel/call.ts';
import { type Refusal, refuse } from '#kernel/refusal.ts';
import { ask } from './driver.ts';
import type { Tx } from './handles.ts';
import type { Sealer } from './sealer.ts';

const purpose = 'idempotency';
const fingerprintPurpose = 'idempotency-fingerprint';

/** What became of one request: a refusal is a value here, so that it does not undo the others. */
export type Outcome<Answer> = { readonly answer: Answer } | { readonly refusal: Refusal };

type Asked = { readonly call: Pick<Call, 'idempotency'> };

/**
 * Answers each request once, whatever key it carries: `work` gets those that are not answered yet, and what it answers is
 * stored in this same transaction. A request that meets itself in one batch gets the answer of the first.
 */
export async function answerOnce<One extends Asked, Answer, Other extends object = never>(
  tx: Tx,
  sealer: Sealer,
  asked: readonly One[],
  work: (open: readonly One[]) => Promise<readonly (Outcome<Answer> | Other)[]>,
): Promise<(Outcome<Answer> | Other)[]> {
  const claims = asked.flatMap(({ call }) => call.idempotency ?? []);
  const claimed = await claimAll(tx, claims, sealer);
  const known = new Map<IdempotencyClaim, Claimed>(claims.map((claim, index) => [claim, claimed[index]]));
  const firsts = new Map<string, One>();
  for (const one of asked) {
    const claim = one.call.idempotency;
    if (claim && !known.get(claim) && !firsts.has(contextOf(claim))) firsts.set(contextOf(claim), one);
  }
  const isOpen = (one: One) => {
    const claim = one.call.idempotency;
    return !claim || firsts.get(contextOf(claim)) === one;
  };
  const open = asked.filter(isOpen);
  const done = open.length === 0 ? [] : await work(open);
  const outcomes = new Map(open.map((one, index) => [one, done[index]]));
  await storeAnswers(tx, [...outcomes], sealer);
  return asked.map((one) => {
    const claim = one.call.idempotency;
    const outcome = outcomes.get(one) ?? (claim && known.get(claim)) ?? repeatOf(claim);
    return outcome as Outcome<Answer> | Other;
  });

  function repeatOf(claim: IdempotencyClaim | undefined): Outcome<Answer> | Other | undefined {
    const first = claim && firsts.get(contextOf(claim));
    if (!claim || !first) return undefined;
    if (first.call.idempotency?.fingerprint !== claim.fingerprint)
      return { refusal: refuse('idempotency_mismatch') };
    claim.state = 'replayed';
    claim.language = first.call.idempotency.language;
    return outcomes.get(first);
  }
}

/** How a claim went: nothing is stored yet, the answer is there already, or the key is refused. */
type Claimed = Outcome<unknown> | undefined;

/** The answer that is stored under a key, if there is one. */
export async function findAnswer(tx: Tx, claim: IdempotencyClaim, sealer: Sealer): Promise<unknown> {
  const [claimed] = await claimAll(tx, [claim], sealer);
  if (claimed && 'refusal' in claimed) throw claimed.refusal;
  return claimed?.answer;
}

/**
 * Takes any number of keys for this transaction. The advisory lock tells a request that is still in flight from one that
 * has ended. What is stored is read behind the lock, in its own statement: one that had begun before another
 * request committed would not see its answer, and this one would be decided a second time.
 */
async function claimAll(tx: Tx, claims: readonly IdempotencyClaim[], sealer: Sealer): Promise<Claimed[]> {
  if (claims.length === 0) return [];
  const given = sql`unnest(${claims.map(({ scope }) => scope)}::text[], ${claims.map(({ key }) => key)}::text[])
    with ordinality as given (scope, key, position)`;
  const locks = await ask(
    tx,
    sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(given.scope || e'\\n' || given.key, 7)) as locked
    from ${given} order by given.position
  `,
  );
  const stored = await sql<Omit<KeyRow, 'locked'>>`
    select stored.fingerprint, stored.answer from ${given}
    left join idempotency_keys as stored
      on stored.scope = given.scope and stored.key = given.key
     and stored.created_at > now() - interval '24 hours'
    order by given.position
  `.execute(tx);
  const locked = await locks();
  const rows = stored.rows.map((row, index) => ({ ...row, locked: locked[index]?.locked ?? false }));
  return claims.map((claim, index) => readClaim(claim, rows[index], sealer));
}

interface KeyRow {
  readonly locked: boolean;
  readonly fingerprint: string | null;
  readonly answer: Buffer | null;
}

function readClaim(claim: IdempotencyClaim, row: KeyRow | undefined, sealer: Sealer): Claimed {
  if (row?.fingerprint != null && row.answer) {
    if (!isOfRequest(claim, row.fingerprint, sealer)) return { refusal: refuse('idempotency_mismatch') };
    claim.state = 'replayed';
    const stored: unknown = JSON.parse(sealer.open(purpose, contextOf(claim), row.answer).toString());
    if (!isFields(stored)) return { answer: stored };
    const { [languageField]: language, ...answer } = stored;
    claim.language = language as string | undefined;
    return { answer };
  }
  return row?.locked ? undefined : { refusal: refuse('idempotency_in_flight') };
}

/**
 * Stored with a key: a body can hold a password, and someone with a copy of the database could try which one gives a hash
 * without a key. Nor does it show which callers sent the same.
 */
function fingerprintToStore(claim: IdempotencyClaim, sealer: Sealer): string {
  return sealer.hexDigest(fingerprintPurpose, `${contextOf(claim)}\n${claim.fingerprint}`);
}

/** Earlier versions stored the hash without a key. A request that began before an update is recognized for its 24 hours. */
function isOfRequest(claim: IdempotencyClaim, stored: string, sealer: Sealer): boolean {
  return stored === fingerprintToStore(claim, sealer) || stored === claim.fingerprint;
}

/** Answers may hold secrets that are shown once, so they are stored encrypted. Each key is given once. */
async function storeAnswers(
  tx: Tx,
  outcomes: readonly (readonly [Asked, object | undefined])[],
  sealer: Sealer,
): Promise<void> {
  const given = outcomes.flatMap(([{ call }, outcome]) =>
    call.idempotency && outcome && 'answer' in outcome
      ? [{ claim: call.idempotency, answer: outcome.answer }]
      : [],
  );
  if (given.length === 0) return;
  const sealed = given.map(({ claim, answer }) =>
    sealer.seal(purpose, contextOf(claim), Buffer.from(JSON.stringify(toStore(claim, answer)))),
  );
  const { rows } = await sql`
    insert into idempotency_keys (scope, key, fingerprint, answer)
    select * from unnest(
      ${given.map(({ claim }) => claim.scope)}::text[], ${given.map(({ claim }) => claim.key)}::text[],
      ${given.map(({ claim }) => fingerprintToStore(claim, sealer))}::text[], ${sealed}::bytea[])
    on conflict (scope, key) do update
      set fingerprint = excluded.fingerprint, answer = excluded.answer, created_at = now()
      where idempotency_keys.created_at <= now() - interval '24 hours'
    returning 1
  `.execute(tx);
  if (rows.length < given.length) throw new StoredMeanwhile();
  for (const { claim } of given) claim.state = 'stored';
}

/** An answer is stored with its language: the one who repeats the request may have switched to another one. */
const languageField = 'Content-Language';

function toStore({ language }: IdempotencyClaim, answer: unknown): unknown {
  return isFields(answer) ? { ...answer, [languageField]: language } : (answer ?? null);
}

function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Removes what is stored for a caller who is to be forgotten. */
export async function forgetAnswers(tx: Tx, scope: string): Promise<void> {
  await tx.deleteFrom('idempotency_keys').where('scope', '=', scope).execute();
}

/** Another transaction stored its answer first: run again, find it, and give it back. */
class StoredMeanwhile extends Error {
  readonly code = '40001';
}

function contextOf(claim: IdempotencyClaim): string {
  return `${claim.scope}\n${claim.key}`;
}
