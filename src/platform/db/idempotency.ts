import { sql } from 'kysely';
import type { IdempotencyClaim } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import type { Sealer } from './sealer.ts';
import type { Tx } from './transaction.ts';

const purpose = 'idempotency';

interface StoredAnswer {
  readonly answer: unknown;
}

/**
 * Takes the key for this transaction. The advisory lock tells a request that is still in flight from one
 * that has ended; should the other one commit between our snapshot and our lock, the primary key catches
 * the second insert and the transaction runs again.
 */
export async function claimIdempotency(
  tx: Tx,
  claim: IdempotencyClaim,
  sealer: Sealer,
): Promise<StoredAnswer | undefined> {
  const { rows } = await sql<{ locked: boolean; fingerprint: string | null; answer: Buffer | null }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`${claim.scope}\n${claim.key}`}, 7)) as locked,
           stored.fingerprint, stored.answer
    from (select 1) as one
    left join idempotency_keys as stored
      on stored.scope = ${claim.scope} and stored.key = ${claim.key}
     and stored.created_at > now() - interval '24 hours'
  `.execute(tx);
  const row = rows[0];
  if (row?.fingerprint != null && row.answer) {
    if (row.fingerprint !== claim.fingerprint) throw refuse('idempotency_mismatch');
    claim.state = 'replayed';
    return { answer: JSON.parse(sealer.open(purpose, contextOf(claim), row.answer).toString()) };
  }
  if (!row?.locked) throw refuse('idempotency_in_flight');
  return undefined;
}

/** Answers may hold secrets that are shown once, so they are stored encrypted. */
export async function storeAnswer(
  tx: Tx,
  claim: IdempotencyClaim,
  answer: unknown,
  sealer: Sealer,
): Promise<void> {
  const sealed = sealer.seal(purpose, contextOf(claim), Buffer.from(JSON.stringify(answer ?? null)));
  const { rows } = await sql`
    insert into idempotency_keys (scope, key, fingerprint, answer)
    values (${claim.scope}, ${claim.key}, ${claim.fingerprint}, ${sealed})
    on conflict (scope, key) do update
      set fingerprint = excluded.fingerprint, answer = excluded.answer, created_at = now()
      where idempotency_keys.created_at <= now() - interval '24 hours'
    returning 1
  `.execute(tx);
  if (rows.length === 0) throw new StoredMeanwhile();
  claim.state = 'stored';
}

/** Removes what is stored for a caller who is to be forgotten. */
export async function forgetAnswers(tx: Tx, scope: string): Promise<void> {
  await tx.deleteFrom('idempotency_keys').where('scope', '=', scope).execute();
}

/** Somebody else's answer was committed first: run again, find it, and give it back. */
class StoredMeanwhile extends Error {
  readonly code = '40001';
}

function contextOf(claim: IdempotencyClaim): string {
  return `${claim.scope}\n${claim.key}`;
}
