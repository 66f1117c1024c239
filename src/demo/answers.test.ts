import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Ajv2020 as Ajv, type ValidateFunction } from 'ajv/dist/2020.js';
import { systemCall } from '#kernel/call.ts';
import { systemClock } from '#kernel/time.ts';
import { inTransaction } from '#platform/db/index.ts';
import { peopleApp } from '#test/people.ts';
import { contractRoutes } from '#test/permission-table.ts';
import { insertDemo } from './index.ts';

const { as, database, ...muster } = await peopleApp();
const call = systemCall('demo', systemClock());
await inTransaction(database, {}, (tx) => insertDemo(tx, database.sealer, call));
const document = (await as().get('/openapi.json')).body;
const routes = (await contractRoutes({ as, database, ...muster })).filter(({ method }) => method === 'GET');

const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });
ajv.addSchema(document, 'document');

function validatorOf(path: string, status: number): ValidateFunction | undefined {
  const pointer = [
    'paths',
    `/api/v1${path}`,
    'get',
    'responses',
    `${status}`,
    'content',
    'application/json',
    'schema',
  ];
  const escaped = pointer.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')));
  return ajv.getSchema(`document#/${escaped.join('/')}`);
}

it('the demo’s answers have the shapes that the OpenAPI document promises', async () => {
  const clients = [
    as((await muster.member(1, 'owner')).token),
    as((await muster.member(1, 'volunteer')).token),
    as(),
  ];
  const seen = { answers: 0, problems: [] as string[] };
  for (const { path } of routes) {
    for (const client of clients) {
      const { status, body } = await client.get(`${path.replaceAll(/\{\w+\}/g, '1')}?organization_id=1`);
      const validate = typeof body === 'object' ? validatorOf(path, status) : undefined;
      if (!validate) continue;
      seen.answers += 1;
      if (!validate(body)) seen.problems.push(`${path} ${status}: ${ajv.errorsText(validate.errors)}`);
    }
  }
  assert.deepEqual([...new Set(seen.problems)], []);
  assert.ok(seen.answers > 200, `${seen.answers} answers were compared`);
});
