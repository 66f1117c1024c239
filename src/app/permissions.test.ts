import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { permissions, roles } from '#slices/organizations/index.ts';
import { peopleApp } from '#test/people.ts';
import {
  type Actor,
  type ActorKind,
  actors,
  addressOf,
  buildWorld,
  type ContractRoute,
  contractRoutes,
  makeActor,
  permissionTable,
  type Row,
  type ValidRequest,
  type Verdict,
} from '#test/permission-table.ts';

const muster = await peopleApp();
const world = await buildWorld(muster);
const routes = await contractRoutes(muster);
const page = new URL('../../docs/permissions.md', import.meta.url);
type Line = { route: ContractRoute; verdicts: [ActorKind, Verdict | number][] };
const matrix: Line[] = [];
/** What the page calls a caller, where the name in the table would need an explanation. */
const columns: Partial<Record<ActorKind, string>> = {
  nobody: 'not logged in',
  stranger: 'outsider',
  'key with the scope': 'key with scope',
  'key without it': 'key without scope',
};

/** Who is refused or only reads leaves everything as it was, and can ask for the next route as well. */
const sharedActors = new Map<ActorKind, Promise<Actor>>();

function sharedActor(kind: ActorKind, scope: string | null): Promise<Actor> {
  if (kind.startsWith('key')) return makeActor(world, kind, scope);
  return sharedActors.getOrInsertComputed(kind, () => makeActor(world, kind, scope));
}

async function verdictsOn(route: ContractRoute, { may, scope, request: prepare }: Row) {
  const verdicts = new Map<ActorKind, Verdict | number>();
  let untouched: ValidRequest | undefined;
  const refused = actors.filter((kind) => may[kind] !== 'yes');
  for (const kind of new Set([...refused, ...actors])) {
    // What is prepared for one caller in particular is of no use to the next.
    const isShared = (route.method === 'GET' || may[kind] !== 'yes') && prepare.length < 2;
    const actor = await (isShared ? sharedActor(kind, scope) : makeActor(world, kind, scope));
    const request = (isShared && untouched) || (await prepare(world, actor));
    if (isShared) untouched = request;
    const { status, body } = await muster
      .as(actor.token)
      .send(route.method, addressOf(route, request), request.body, { ...request.headers });
    if (status === 403 && kind.startsWith('key')) assertAboutKeys(body);
    verdicts.set(kind, status >= 200 && status < 300 ? 'yes' : status);
  }
  return actors.map((kind): Line['verdicts'][number] => [kind, verdicts.get(kind) ?? 0]);
}

/** A key has no role: what people may do or have to ask for is of no use to the program that reads the error. */
function assertAboutKeys({ errors }: { errors: { code: string; message: string }[] }): void {
  const [error] = errors;
  assert.ok(error, 'does not say why');
  assert.ok(['scope_required', 'api_key_not_allowed'].includes(error.code), error.message);
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
      const verdicts = await verdictsOn(route, row);
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
    line(['operation', ...actors.map((actor) => columns[actor] ?? actor)]),
    line(['---', ...actors.map(() => ':-:')]),
    ...group.map(({ route, verdicts }) =>
      line([`\`${route.name}\``, ...verdicts.map(([, one]) => mark(one))]),
    ),
    '',
  ]);
  return [
    '# Who can do what',
    '',
    'This page is generated by a test that sends every request of the API as every kind of caller',
    '(`src/app/permissions.test.ts`). To change it, edit `test/permission-table.ts` and run',
    '`UPDATE=1 npm test -- app/permissions`.',
    '',
    '## Permissions in an organization',
    '',
    line(['permission', 'allows to', ...roles, 'API key scope']),
    line(['---', '---', ...roles.map(() => ':-:'), '---']),
    ...rights,
    '',
    '## Operations',
    '',
    '✓ means that the request succeeds; a number is the status of the error. *Outsider* is the owner of another',
    'organization. The API keys belong to the organization. If no scope allows an operation, *key with scope* is a key with',
    'all scopes. 404 means that the caller doesn’t learn whether the object exists.',
    '',
    ...sections,
  ].join('\n');
}
