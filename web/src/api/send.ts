import { Unreachable } from './problem.ts';
import { noteSilence, noteStatus } from './reach.ts';

const routes = '/api/v1/auth/browser';
const answerMs = 15_000;
/** Before the first screen nobody waits long for a network that may not be there. */
export const startMs = 5_000;
const patience = { readMs: 20_000, changeMs: 30_000, bodyMs: 60_000 };

export async function send(request: Request, token: string | undefined): Promise<Response> {
  if (token !== undefined) request.headers.set('authorization', `Bearer ${token}`);
  return await noted(answerInTime(request, (one, init) => fetch(one, init), patience));
}

/** To the routes that know the session by its cookie. */
export async function post(path: string, body: object, patienceMs = answerMs): Promise<Response> {
  const answer = fetch(routes + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(patienceMs),
  });
  return await noted(
    answer.catch(() => {
      throw new Unreachable();
    }),
  );
}

async function noted(answer: Promise<Response>): Promise<Response> {
  try {
    const response = await answer;
    noteStatus(response.status, response.headers.get('content-type'));
    return response;
  } catch (error) {
    if (error instanceof Unreachable) noteSilence();
    throw error;
  }
}

export interface Patience {
  readonly readMs: number;
  readonly changeMs: number;
  /** For the rest of an answer that has begun. */
  readonly bodyMs: number;
}

type Fetch = (request: Request, init: { signal: AbortSignal }) => Promise<Response>;

/**
 * A network that takes everything and answers nothing is no network: the answer has to begin in time, and JSON has to
 * be there in time as well. Streams and downloads may go on for as long as they like.
 */
export async function answerInTime(request: Request, fetch: Fetch, patience: Patience): Promise<Response> {
  const late = new AbortController();
  const abort = () => late.abort();
  let timer = setTimeout(abort, request.method === 'GET' ? patience.readMs : patience.changeMs);
  try {
    const response = await fetch(request, { signal: AbortSignal.any([request.signal, late.signal]) });
    clearTimeout(timer);
    timer = setTimeout(abort, patience.bodyMs);
    const isJson = (response.headers.get('content-type') ?? '').includes('json');
    return isJson ? await inMemory(response) : response;
  } catch (error) {
    // Who asked does not want it any more; or has set a shorter time, and that is over.
    if (request.signal.aborted && request.signal.reason?.name !== 'TimeoutError') throw error;
    throw new Unreachable();
  } finally {
    clearTimeout(timer);
  }
}

async function inMemory(response: Response): Promise<Response> {
  if (response.body === null) return response;
  const { status, statusText, headers } = response;
  return new Response(await response.arrayBuffer(), { status, statusText, headers });
}
