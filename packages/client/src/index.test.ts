import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ApiProblem, createClient, csvHeader, dataOf, eachItem, type Schemas, Session } from './index.ts';

const baseUrl = 'https://muster.example';

/** Answers one after the other; the last one again and again. Keeps what was asked. */
function service(...answers: (() => Response)[]) {
  const seen: Request[] = [];
  const waits: number[] = [];
  return {
    seen,
    waits,
    fetch: async (request: Request) => {
      seen.push(request);
      const answer = answers[Math.min(seen.length, answers.length) - 1];
      if (!answer) throw new TypeError('fetch failed');
      return answer();
    },
    sleep: async (ms: number) => void waits.push(ms),
  };
}

const busy = () => Response.json({ code: 'overloaded' }, { status: 503, headers: { 'retry-after': '2' } });
const lost = (): Response => {
  throw new TypeError('fetch failed');
};
const headersOf = (seen: readonly Request[], name: string) => seen.map(({ headers }) => headers.get(name));

describe('the client', () => {
  it('speaks the contract: paths, parameters and answers are typed and sent as they should be', async () => {
    const { seen, fetch } = service(() => Response.json({ id: 7, title: 'Saturday' }));
    const client = createClient({ baseUrl, fetch, auth: 'mk_key' });
    const shift: Schemas['Shift'] = await dataOf(
      client.GET('/api/v1/shifts/{id}', { params: { path: { id: 7 } } }),
    );
    assert.equal(shift.title, 'Saturday');
    assert.equal(seen[0]?.url, 'https://muster.example/api/v1/shifts/7');
    assert.deepEqual(headersOf(seen, 'authorization'), ['Bearer mk_key']);
  });

  it('sends a file as it is', async () => {
    const { seen, fetch } = service(() => Response.json({}));
    await createClient({ baseUrl, fetch }).POST('/api/v1/organizations/{id}/shifts/import', {
      params: { path: { id: 1 }, query: { program_id: 2 } },
      body: 'title,start\n"A",9:00',
      headers: csvHeader,
    });
    assert.deepEqual(headersOf(seen, 'content-type'), ['text/csv']);
    assert.equal(await seen[0]?.text(), 'title,start\n"A",9:00');
  });

  it('throws what the API says as a problem with a code', async () => {
    const { fetch } = service(() =>
      Response.json({ code: 'not_found', detail: 'Not found.' }, { status: 404 }),
    );
    const asked = dataOf(createClient({ baseUrl, fetch }).GET('/api/v1/me'));
    await assert.rejects(asked, (error) => error instanceof ApiProblem && error.code === 'not_found');
  });

  it('sends again under one Idempotency-Key, as late as the service asks', async () => {
    const { seen, waits, ...rest } = service(busy, lost, () => Response.json({}));
    await createClient({ baseUrl, ...rest }).POST('/api/v1/shifts/{id}/signups', {
      params: { path: { id: 1 } },
    });
    const keys = headersOf(seen, 'idempotency-key');
    assert.equal(keys.length, 3);
    assert.equal(new Set(keys).size, 1);
    assert.deepEqual(waits, [2_000, 1_000]);
  });

  it('gives up after its attempts, and at once where it would wait too long', async () => {
    const { seen, ...rest } = service(busy);
    const { response } = await createClient({ baseUrl, ...rest }).GET('/api/v1/me');
    assert.deepEqual([response.status, seen.length], [503, 4]);
    const patient = service(busy);
    await createClient({ baseUrl, ...patient, longestWaitSeconds: 1 }).GET('/api/v1/me');
    assert.equal(patient.seen.length, 1);
  });

  it('renews a session once for all requests that found it over', async () => {
    const refreshed: string[] = [];
    const fetch = async (request: Request) => {
      if (!request.url.endsWith('/auth/refresh')) {
        return new Response('{}', {
          status: request.headers.get('authorization') === 'Bearer new' ? 200 : 401,
        });
      }
      refreshed.push(await request.text());
      return Response.json({ access_token: 'new', refresh_token: 'r2' });
    };
    const stored: string[] = [];
    const tokens = { access_token: 'old', refresh_token: 'r1' };
    const auth = new Session(baseUrl, tokens, { fetch, onTokens: (next) => stored.push(next.refresh_token) });
    const client = createClient({ baseUrl, fetch, auth });
    const answers = await Promise.all([client.GET('/api/v1/me'), client.GET('/api/v1/organizations')]);
    assert.deepEqual(
      answers.map(({ response }) => response.status),
      [200, 200],
    );
    assert.deepEqual([refreshed, stored], [['{"refresh_token":"r1"}'], ['r2']]);
  });

  it('goes through a list page by page, an empty one in between included', async () => {
    const pages = [
      { items: [{ id: 1 }], next_cursor: 'a' },
      { items: [], next_cursor: 'b' },
      { items: [{ id: 2 }], next_cursor: null },
    ];
    const { seen, fetch } = service(...pages.map((page) => () => Response.json(page)));
    const client = createClient({ baseUrl, fetch });
    const ids: number[] = [];
    for await (const { id } of eachItem(client, '/api/v1/shifts', { query: { program_id: 3 } })) ids.push(id);
    assert.deepEqual(ids, [1, 2]);
    assert.deepEqual(
      seen.map(({ url }) => new URL(url).search),
      ['?program_id=3', '?program_id=3&cursor=a', '?program_id=3&cursor=b'],
    );
  });
});
