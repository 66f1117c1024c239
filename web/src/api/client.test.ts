import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createClient, type Schemas } from './client.ts';

describe('the generated client', () => {
  it('speaks the contract: paths, parameters and answers are typed and sent as they should be', async () => {
    const seen: Request[] = [];
    const client = createClient('https://muster.example', () => 'a-token');
    const { data } = await client.GET('/api/v1/shifts/{id}', {
      params: { path: { id: 7 } },
      fetch: async (request: Request) => {
        seen.push(request);
        return Response.json({ id: 7, title: 'Saturday' });
      },
    });
    const shift: Schemas['Shift'] | undefined = data;
    assert.equal(shift?.title, 'Saturday');
    assert.equal(seen[0]?.url, 'https://muster.example/api/v1/shifts/7');
    assert.equal(seen[0]?.headers.get('authorization'), 'Bearer a-token');
  });
});
