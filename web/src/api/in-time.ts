import { Unreachable } from './problem.ts';

export interface Timeouts {
  readonly readMs: number;
  readonly changeMs: number;
  /** For the rest of an answer that has begun. */
  readonly bodyMs: number;
}

type Fetch = (request: Request, init: { signal: AbortSignal }) => Promise<Response>;

/**
 * A network that accepts requests and never answers counts as offline: the answer has to begin in time, and JSON has to
 * be there in time as well. Streams and downloads may go on for as long as they like.
 */
export async function answerInTime(request: Request, fetch: Fetch, timeouts: Timeouts): Promise<Response> {
  const late = new AbortController();
  const abort = () => late.abort();
  let timer = setTimeout(abort, request.method === 'GET' ? timeouts.readMs : timeouts.changeMs);
  try {
    const response = await fetch(request, { signal: AbortSignal.any([request.signal, late.signal]) });
    clearTimeout(timer);
    timer = setTimeout(abort, timeouts.bodyMs);
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
