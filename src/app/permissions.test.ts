import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { permissions, roles } from '#slices/organizations/index.ts';
import { peopleApp } from '#test/people.ts';
import {
  type ActorKind,
  actors,
  addressOf,
  buildWorld,
  type ContractRoute,
  contractRoutes,
  makeActor,
  permissionTable,
  type Verdict,
} from '#test/permission-table.ts';

const muster = await peopleApp();
const world = await buildWorld(muster);
const routes = await contractRoutes(muster);
const page = new URL('../../docs/permissions.md', import.meta.url);
type Line = { route: ContractRoute; verdicts: [ActorKind, Verdict | number][] };
const matrix: Line[] = [];

async function ask(route: ContractRoute, kind: ActorKind): Promise<Verdict | number> {
  const row = permissionTable[route.name];
  assert.ok(row);
  const actor = await makeActor(world, kind, row.scope);
  const request = await row.request(world, actor);
  const { status } = await muster
    .as(actor.token)
    .send(route.method, addressOf(route, request), request.body, { ...request.headers });
  return status >= 200 && status < 300 ? 'yes' : status;
}

describe('the table of permissions', () => {
  it('has a row for every route of the contract, and for none besides', () => {
    const known = Object.keys(permissionTable).sort();
    assert.deepEqual(routes.map(({ name }) => name).sort(), known, 'see test/permission-table.ts');
  });

  for (const route of routes) {
    it(`holds for ${route.name}`, async () => {
      const row = permissionTable[route.name];
      assert.ok(row, 'has no row in test/permission-table.ts');
      const verdicts: Line['verdicts'] = [];
      for (const kind of actors) verdicts.push([kind, await ask(route, kind)]);
      matrix.push({ route, verdicts });
      assert.deepEqual(Object.fromEntries(verdicts), { ...row.may });
    });
  }

  it('is what docs/permissions.md shows', async () => {
    const text = render(matrix);
    if (process.env['UPDATE'] === '1') await writeFile(page, text);
    const kept = await readFile(page, 'utf8').catch(() => '');
    assert.equal(kept, text, 'docs/permissions.md is out of date: UPDATE=1 npm test -- app/permissions');
  });

  it('was walked without a single 500', () => assert.deepEqual(muster.errors, []));
});

function render(lines: readonly Line[]): string {
  const mark = (verdict: Verdict | number) => (verdict === 'yes' ? '✓' : String(verdict));
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rights = Object.entries(permissions).map(([name, right]) =>
    line([
      `\`${name}\``,
      right.meaning,
      ...roles.map((role) => ((right.roles as readonly string[]).includes(role) ? '✓' : '')),
      right.scope === null ? '' : `\`${right.scope}\``,
    ]),
  );
  const tags = Map.groupBy(lines, ({ route }) => route.operation.tags[0] ?? '');
  const sections = [...tags].flatMap(([tag, group]) => [
    `### ${tag}`,
    '',
    line(['route', ...actors]),
    line(['---', ...actors.map(() => ':-:')]),
    ...group.map(({ route, verdicts }) =>
      line([`\`${route.name}\``, ...verdicts.map(([, one]) => mark(one))]),
    ),
    '',
  ]);
  return [
    '# Who may do what',
    '',
    'Made by a test that sends every request of the contract as everybody (`src/app/permissions.test.ts`); the',
    'expectations are in `test/permission-table.ts`. Do not edit by hand: `UPDATE=1 npm test -- app/permissions`.',
    '',
    '## Rights in an organization',
    '',
    line(['right', 'is to', ...roles, 'scope of an API key']),
    line(['---', '---', ...roles.map(() => ':-:'), '---']),
    ...rights,
    '',
    '## Routes',
    '',
    '✓ is a success; a number is the status of the refusal. *stranger* is the owner of another organization. An API',
    'key belongs to the organization; where no scope opens a route, the key in the column has all scopes. 404 stands',
    'where a stranger may not even know that the thing exists.',
    '',
    ...sections,
  ].join('\n');
}
