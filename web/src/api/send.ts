import { Unreachable } from './problem.ts';

const routes = '/api/v1/auth/browser';
const answerMs = 15_000;
/** Before the first screen nobody waits long for a network that may not be there. */
export const startMs = 5_000;
const readMs = 30_000;
const changeMs = 60_000;

export async function send(request: Request, token: string | undefined): Promise<Response> {
  if (token !== undefined) request.headers.set('authorization', `Bearer ${token}`);
  // A network that takes everything and answers nothing is no network. The body may take its time.
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), request.method === 'GET' ? readMs : changeMs);
  try {
    return await fetch(request, { signal: AbortSignal.any([request.signal, late.signal]) });
  } catch (error) {
    if (request.signal.aborted) throw error;
    throw new Unreachable();
  } finally {
    clearTimeout(timer);
  }
}

/** To the routes that know the session by its cookie. */
export async function post(path: string, body: object, patienceMs = answerMs): Promise<Response> {
  try {
    return await fetch(routes + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(patienceMs),
    });
  } catch {
    throw new Unreachable();
  }
}
