import createFetchClient, { type Client } from 'openapi-fetch';
import type { CursorPage, ItemOf, ListPath, OptionalParams, ParamsOf, paths } from './contract.ts';
import { problemOf } from './problem.ts';
import { type Fetch, type RetryOptions, sendWithRetries } from './send.ts';
import { Session, type Tokens } from './session.ts';

export type * from './contract.ts';
export { ApiProblem, type ProblemBody, problemOf } from './problem.ts';
export { auditObjectTypes } from './schema.generated.ts';
export { Session, type Tokens };

export type MusterClient = Client<paths>;

export interface ClientOptions extends RetryOptions {
  /** Without a path: `https://muster.example.org`. */
  readonly baseUrl: string;
  /** An API key, or a person's session. Without it the client reads what is public. */
  readonly auth?: string | Session;
  readonly fetch?: Fetch;
}

const writtenHeader = 'muster-written-at';

/** A client of the whole API, typed by the contract: a wrong path, field or status does not compile. */
export function createClient({ baseUrl, auth, fetch: send = fetch, ...retry }: ClientOptions): MusterClient {
  let writtenAt: string | null = null;
  return createFetchClient<paths>({
    baseUrl,
    // A file is sent as it is. It needs `csvHeader`.
    bodySerializer: (body: unknown) =>
      typeof body === 'string' || body instanceof Blob ? body : JSON.stringify(body),
    async fetch(request) {
      // So that a replica doesn't answer a read before it has this client's own changes.
      if (writtenAt !== null) request.headers.set(writtenHeader, writtenAt);
      const answer = await sendWithRetries(request, (attempt) => authorized(attempt, auth, send), retry);
      writtenAt = answer.headers.get(writtenHeader) ?? writtenAt;
      return answer;
    },
  });
}

/** The header of a request with a CSV file: `client.POST(path, { params, body: file, headers: csvHeader })` */
export const csvHeader = { 'content-type': 'text/csv' } as const;

/** Logs a person in: `createClient({ baseUrl, auth: await logIn(baseUrl, email, password) })` */
export async function logIn(baseUrl: string, email: string, password: string): Promise<Session> {
  const login = createClient({ baseUrl }).POST('/api/v1/auth/login', { body: { email, password } });
  return new Session(baseUrl, await dataOf(login));
}

async function authorized(request: Request, auth: string | Session | undefined, send: Fetch) {
  const sendAs = (token: string) => {
    const copy = request.clone();
    copy.headers.set('authorization', `Bearer ${token}`);
    return send(copy);
  };
  if (auth === undefined) return await send(request);
  if (typeof auth === 'string') return await sendAs(auth);
  const token = await auth.accessToken();
  const response = await sendAs(token);
  return response.status === 401 ? await sendAs(await auth.accessToken(token)) : response;
}

/** The answer of a call, or an `ApiProblem` if the API said no: `await dataOf(client.GET('/api/v1/me'))` */
export async function dataOf<Data>(
  call: Promise<{ data?: Data; error?: unknown; response: Response }>,
): Promise<NonNullable<Data>> {
  const { data, error, response } = await call;
  if (!response.ok) throw await problemOf(response, error);
  return data as NonNullable<Data>;
}

/** Every item of a list, reading the next page when it is needed. */
export async function* eachItem<P extends ListPath>(
  client: MusterClient,
  path: P,
  ...[params]: OptionalParams<ParamsOf<P, 'get'>>
): AsyncGenerator<ItemOf<P>> {
  // The types follow from `P`; what the compiler makes of them inside is too deep for it.
  const read = client.GET as unknown as (
    path: string,
    init: object,
  ) => Promise<{ data?: CursorPage<ItemOf<P>>; response: Response }>;
  const given = (params ?? {}) as { query?: object };
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const query = { ...given.query, ...(cursor !== undefined && { cursor }) };
    const page = await dataOf(read(path, { params: { ...given, query } }));
    yield* page.items;
    cursor = page.next_cursor;
  }
}
