import type { Schemas } from '@muster/client';
import { ApiProblem } from '../../../api/problem.ts';

export type Refusal = NonNullable<Entry['refusal']>;
type Answer = Schemas['ScanResults']['items'][number];

/** What became of an entry that the service has taken. */
export type Taken = Pick<Answer, 'attendance' | 'changed'> & Partial<Pick<Answer, 'repeated'>>;

/** How entries get to the service, and what is done with its answer to each. */
export interface DeskTransport {
  post(entries: readonly Entry[]): Promise<readonly Answer[]>;
  finish(entry: Entry, refusal: Refusal | undefined, answer: Taken | null): Promise<void>;
}

/** After this many entries that the service could not process, it is the service, and not the entries. */
const mostFailures = 3;
const laterStatuses = new Set([401, 408, 425, 429]);
const laterCodes = new Set(['idempotency_in_flight']);

/** Whether the service has said no to the request. Everything else is worth another try. */
export function isFinal(error: unknown): error is ApiProblem {
  return (
    error instanceof ApiProblem &&
    error.status >= 400 &&
    error.status < 500 &&
    !laterStatuses.has(error.status) &&
    !laterCodes.has(error.code)
  );
}

export function refusalOf(error: Pick<ApiProblem, 'code' | 'detail' | 'errors'>): Refusal {
  return { code: error.code, reason: error.errors[0]?.code ?? '', detail: error.detail };
}

/** What is wrong with the scan itself. */
const hopeless = new Set(['invalid', 'expired', 'other_person', 'poster', 'too_old', 'far_from_shift']);

/** Sending the same entry again can help once the cause has been fixed. */
export const canTryAgain = ({ reason }: Refusal): boolean => !hopeless.has(reason);

/** One batch for each organization; one that fails doesn't keep the others. Fails when something has to be tried again. */
export async function deliverAll(
  entries: readonly Entry[],
  transport: DeskTransport,
  batchSize: number,
): Promise<void> {
  let failure: unknown;
  for (const own of Map.groupBy(entries, ({ organizationId }) => organizationId).values()) {
    try {
      await deliver(own.slice(0, batchSize), transport);
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      failure = error;
    }
  }
  if (failure !== undefined) throw failure;
}

/**
 * Sends entries in their order. One bad entry never blocks the rest: what is refused as a whole is split until the bad
 * one stands alone. Fails when something has to be tried again later.
 */
export async function deliver(entries: readonly Entry[], transport: DeskTransport): Promise<void> {
  if (entries.length === 0) return;
  let answers: readonly Answer[];
  try {
    answers = await transport.post(entries);
  } catch (error) {
    if (isFinal(error)) return await afterRefusal(entries, transport, error);
    const isBroken = error instanceof ApiProblem && error.status === 500;
    if (isBroken && entries.length > 1) return await oneByOne(entries, transport);
    throw error;
  }
  const byNonce = new Map(answers.map((answer) => [answer.nonce, answer]));
  for (const entry of entries) {
    const answer = byNonce.get(entry.nonce);
    if (answer === undefined) continue;
    const refusal = answer.success ? undefined : refusalOf(answer.error ?? unexplained);
    await transport.finish(entry, refusal, answer);
  }
  if (entries.some(({ nonce }) => !byNonce.has(nonce))) throw new ApiProblem(502, {});
}

const unexplained = { code: 'internal_error', detail: '', errors: [] };

async function afterRefusal(
  entries: readonly Entry[],
  transport: DeskTransport,
  error: ApiProblem,
): Promise<void> {
  // Who may not check in here may not for any of them.
  if (entries.length === 1 || error.status === 403) {
    for (const entry of entries) await transport.finish(entry, refusalOf(error), null);
    return;
  }
  const middle = Math.ceil(entries.length / 2);
  await deliver(entries.slice(0, middle), transport);
  await deliver(entries.slice(middle), transport);
}

/** The service fails on this batch. The entries of a person stay in order: who is not in cannot go out. */
async function oneByOne(entries: readonly Entry[], transport: DeskTransport): Promise<void> {
  const failed = new Set<string>();
  let failure: unknown;
  for (const entry of entries) {
    const whose = `${entry.shiftId} ${entry.userId}`;
    if (failed.has(whose)) continue;
    try {
      await deliver([entry], transport);
    } catch (error) {
      failure = error;
      failed.add(whose);
      if (!(error instanceof ApiProblem) || failed.size >= mostFailures) break;
    }
  }
  if (failure !== undefined) throw failure;
}

/** One tap or scan that the service has not confirmed yet, or has refused. */
export interface Entry {
  /** The service takes each nonce once. */
  readonly nonce: string;
  readonly organizationId: number;
  readonly shiftId: number;
  readonly action: 'checkin' | 'checkout';
  /** When it happened at the desk. */
  readonly at: string;
  readonly userId: number;
  readonly code: string | undefined;
  /** How long after that it can be undone before it is sent. */
  readonly holdMs: number;
  /** Whose session it was done in: no one sends it in another's name. */
  readonly by: number;
  readonly refusal:
    | {
        readonly code: string;
        /** Which rule or field, as the API names it. */
        readonly reason: string;
        /** What people read, in the language of the session that sent it. */
        readonly detail: string;
      }
    | undefined;
}
