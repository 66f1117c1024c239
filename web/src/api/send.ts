import { regionalTag } from '../i18n/language.ts';
import { askForFresh } from './fresh-reads.ts';
import { answerInTime } from './in-time.ts';
import { ApiProblem, Unreachable } from './problem.ts';
import { noteAnswer, noteSilence, noteStatus } from './reach.ts';

const routes = '/api/v1/auth/browser';
const answerMs = 15_000;
/** Before the first screen no one waits long for a network that may not be there. */
export const startMs = 5_000;
const timeouts = { readMs: 20_000, changeMs: 30_000, bodyMs: 60_000 };
/** After this time without an answer, and the time that the question may take, people see that the server is away. */
const doubtMs = 4_000;
const confirmMs = 3_000;

/** The service writes dates and clocks as this page does. */
const readerTag = () => regionalTag(document.documentElement.lang);

export async function send(request: Request, token: string | undefined): Promise<Response> {
  if (token !== undefined) request.headers.set('authorization', `Bearer ${token}`);
  request.headers.set('accept-language', readerTag());
  askForFresh(request.headers);
  return await noted(answerInTime(request, (one, init) => fetch(one, init), timeouts));
}

/** To the routes that know the session by its cookie. */
export async function post(path: string, body: object, timeoutMs = answerMs): Promise<Response> {
  const answer = fetch(routes + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept-language': readerTag() },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(timeoutMs),
  });
  return await noted(
    answer.catch(() => {
      throw new Unreachable();
    }),
  );
}

/** Fails unless the server answers soon. Costs it next to nothing. */
export async function confirmAnswer(): Promise<void> {
  const soon = { readMs: confirmMs, changeMs: confirmMs, bodyMs: confirmMs };
  const request = new Request('/healthz', { cache: 'no-store' });
  try {
    const response = await answerInTime(request, (one, init) => fetch(one, init), soon);
    if (!response.ok) throw new ApiProblem(response.status, {});
  } catch (error) {
    noteSilence();
    throw error;
  }
  noteAnswer();
}

async function noted(answer: Promise<Response>): Promise<Response> {
  // An answer may take long, but then the server is there.
  const doubt = setTimeout(() => confirmAnswer().catch(() => {}), doubtMs);
  try {
    const response = await answer;
    noteStatus(response.status, response.headers.get('content-type'));
    return response;
  } catch (error) {
    if (error instanceof Unreachable) noteSilence();
    throw error;
  } finally {
    clearTimeout(doubt);
  }
}
