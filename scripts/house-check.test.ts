import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { importsOf } from './house-check/imports.ts';
import { houseCheck } from './house-check.ts';

const place = await mkdtemp(path.join(tmpdir(), 'muster-house-'));
after(() => rm(place, { recursive: true, force: true }));

const imports = {
  '#kernel/*': './src/kernel/*',
  '#platform/*': './src/platform/*',
  '#slices/*': './src/slices/*',
  '#app/*': './src/app/*',
  '#test/*': './test/*',
};

let trees = 0;
async function problemsOf(files: Record<string, string>): Promise<string[]> {
  const root = path.join(place, `tree-${++trees}`);
  const all = {
    'package.json': JSON.stringify({ imports }),
    '.gitignore': 'node_modules/\n/data/\n',
    ...files,
  };
  for (const [name, text] of Object.entries(all)) {
    await mkdir(path.dirname(path.join(root, name)), { recursive: true });
    await writeFile(path.join(root, name), text);
  }
  return houseCheck(root);
}

async function accepts(files: Record<string, string>): Promise<void> {
  assert.deepEqual(await problemsOf(files), []);
}

async function refuses(files: Record<string, string>, ...expected: RegExp[]): Promise<void> {
  const problems = await problemsOf(files);
  assert.equal(problems.length, expected.length, problems.join('\n'));
  for (const [index, pattern] of expected.entries()) assert.match(problems[index] ?? '', pattern);
}

/** One file with one import of a value, and one with the same import of a type. */
const importing = (file: string, specifier: string) => ({ [file]: `import { it } from '${specifier}';\n` });
const importingType = (file: string, specifier: string) => ({
  [file]: `import type { It } from '${specifier}';\n`,
});

describe('directions of imports', () => {
  it('lets imports run from app to slices to platform to kernel', async () => {
    await accepts({
      ...importing('src/app/slices.ts', '#slices/shifts/index.ts'),
      ...importing('src/app/version.ts', '../../package.json'),
      ...importing('src/slices/shifts/index.ts', '#platform/db/index.ts'),
      ...importing('src/platform/db/index.ts', '#kernel/ids.ts'),
    });
  });

  it('refuses any import against that direction, also of types and by relative paths', async () => {
    const oneWay = /imports run one way/;
    await refuses(importing('src/platform/db/index.ts', '#slices/shifts/index.ts'), oneWay);
    await refuses(importingType('src/platform/db/index.ts', '../../app/run.ts'), oneWay);
    await refuses(importing('src/slices/shifts/index.ts', '#app/run.ts'), oneWay);
    await refuses(importing('src/kernel/ids.ts', '../platform/log.ts'), oneWay);
    await refuses(importing('src/platform/log.ts', '../../scripts/generate.ts'), /knows nothing of scripts/);
    await refuses({ 'src/platform/log.ts': "const late = await import('#slices/audit/index.ts');" }, oneWay);
    await refuses({ 'src/platform/log.ts': "export * from '#slices/audit/index.ts';" }, oneWay);
  });

  it('keeps the kernel free of packages and of Node, save for types of Node', async () => {
    await accepts(importingType('src/kernel/ids.ts', 'node:crypto'));
    await refuses(importing('src/kernel/ids.ts', 'node:crypto'), /kernel imports nothing but itself/);
    await refuses(importing('src/kernel/ids.ts', 'pg'), /kernel imports nothing but itself/);
  });

  it('lets slices use each other in one order only, through index.ts', async () => {
    await accepts(importing('src/slices/shifts/reads.ts', '#slices/accounts/index.ts'));
    await accepts(importing('src/slices/journeys/reactions.ts', '#slices/badges/index.ts'));
    await refuses(
      importing('src/slices/shifts/reads.ts', '#slices/accounts/sql.ts'),
      /only through index.ts: #slices\/accounts\/index\.ts/,
    );
    await refuses(importing('src/slices/shifts/reads.ts', '../accounts/sql.ts'), /only through index.ts/);
    await refuses(
      importing('src/slices/badges/reads.ts', '#slices/journeys/index.ts'),
      /badges may use accounts, .*, hours, not journeys/,
    );
    await refuses(
      importing('src/slices/accounts/reads.ts', '#slices/shifts/index.ts'),
      /no other slice, not shifts/,
    );
    await refuses(
      importing('src/slices/surprises/reads.ts', '#slices/accounts/index.ts'),
      /no place in the order/,
    );
  });

  it('finds files that import each other in a circle, types included', async () => {
    const circle = {
      ...importing('src/slices/shifts/sql/shifts.ts', './series.ts'),
      ...importingType('src/slices/shifts/sql/series.ts', './roles.ts'),
      ...importingType('src/slices/shifts/sql/roles.ts', './shifts.ts'),
    };
    await refuses(circle, /roles\.ts, .*series\.ts, .*shifts\.ts: import each other in a circle/);
    const { 'src/slices/shifts/sql/roles.ts': _, ...line } = circle;
    await accepts(line);
  });

  it('lets a slice write only to its own tables', async () => {
    const sqlOf = (slice: string, text: string) => ({ [`src/slices/${slice}/sql.ts`]: `\`${text}\`;\n` });
    await accepts(sqlOf('shifts', 'update shifts set title = 1'));
    await accepts(sqlOf('signups', 'select 1 from shifts for update'));
    await accepts(sqlOf('attendance', 'update shifts set attendance_closed_at = 1'));
    await refuses(sqlOf('signups', 'update shifts set title = 1'), /shifts, which belongs to shifts/);
    await refuses(sqlOf('hours', 'delete from attendance'), /attendance, which belongs to attendance/);
    const status = 'update registrations as r set status = 1';
    await accepts({ 'src/slices/signups/sql/writes.ts': `\`${status}\`;\n` });
    await refuses(sqlOf('signups', status), /registrations, which only .*writes\.ts does/);
  });

  it('wants every change of access to be announced', async () => {
    const sqlOf = (name: string, text: string) => ({
      'src/slices/accounts/sql/sessions.ts': `export async function ${name}() {\n  ${text}\n}\n`,
    });
    const announced = "announceAccessChanges(tx, 'session', ids);";
    await accepts(sqlOf('end', `sql\`update sessions set is_revoked = true\`; ${announced}`));
    await accepts(sqlOf('storeGeneration', "tx.updateTable('sessions').set({ generation });"));
    await accepts(sqlOf('open', "tx.insertInto('sessions').values(session);"));
    await refuses(
      sqlOf('end', 'sql`update sessions set is_revoked = true`;'),
      /end changes sessions without/,
    );
    await refuses(sqlOf('forget', "tx.deleteFrom('sessions');"), /forget changes sessions without/);
    await refuses(sqlOf('forget', 'tx.deleteFrom(table);'), /hides which table changes/);
  });

  it('keeps statements of a transaction in it', async () => {
    const step = (text: string) => ({ 'src/slices/shifts/steps/publish.ts': `${text}\n` });
    const refused = /asks the pool inside a transaction/;
    await accepts(step('export async function publish(tx: Tx) {\n  await find(tx);\n}'));
    await accepts(
      step('export async function publish(tx: Tx) {\n  onCommit(tx, () => tell(database.pool));\n}'),
    );
    await accepts(
      step('async function within(work: (tx: Tx) => Promise<void>) {\n  await find(database.db);\n}'),
    );
    await refuses(
      step('export async function publish(tx: Tx) {\n  await find(platform.database.db);\n}'),
      refused,
    );
    await refuses(
      step('await inTransaction(database, call, async (tx) => {\n  await find(database.db);\n});'),
      refused,
    );
  });

  it('keeps commands and reads apart', async () => {
    await accepts(importing('src/slices/shifts/commands/sign-up.ts', '../present.ts'));
    await accepts(importing('src/slices/shifts/reads.ts', './gate.ts'));
    await refuses(importing('src/slices/shifts/commands/sign-up.ts', '../reads.ts'), /do not import reads/);
    await refuses(importing('src/slices/shifts/reads.ts', './commands/sign-up.ts'), /do not import commands/);
    await refuses(importing('src/slices/shifts/present.ts', './reads.ts'), /do not import reads/);
  });

  it('keeps webhooks and audit apart from every slice', async () => {
    await refuses(importing('src/slices/webhooks/reads.ts', '#slices/accounts/index.ts'), /no other slice/);
    await refuses(importing('src/slices/shifts/reads.ts', '#slices/audit/index.ts'), /not audit/);
  });

  it('keeps rules pure', async () => {
    await accepts({
      ...importing('src/slices/hours/rules.ts', '#kernel/time.ts'),
      ...importing('src/slices/shifts/rules/spots.ts', './roles.ts'),
      ...importingType('src/slices/shifts/rules/rest.ts', '../schema.ts'),
    });
    const pure = /rules import only the kernel/;
    await refuses(importing('src/slices/shifts/rules.ts', './schema.ts'), pure);
    await refuses(importing('src/slices/shifts/rules.ts', 'node:crypto'), pure);
    await refuses(importingType('src/slices/shifts/rules/spots.ts', '../sql.ts'), pure);
    await refuses(importing('src/slices/shifts/rules.ts', '#platform/config/index.ts'), pure);
  });

  it('keeps schemas and events plain', async () => {
    await accepts({
      ...importing('src/slices/hours/schema.ts', '#platform/http/schema.ts'),
      ...importing('src/slices/shifts/schema/rosters.ts', './shift.ts'),
      ...importing('src/slices/forms/schema.ts', 'typebox'),
      ...importing('src/slices/shifts/events.ts', 'typebox'),
    });
    await refuses(importing('src/slices/shifts/schema.ts', '#platform/http/app.ts'), /a schema imports only/);
    await refuses(importing('src/slices/shifts/events.ts', './schema.ts'), /events import only/);
  });

  it('keeps routes, commands, steps and sql apart', async () => {
    const apart = /do not import/;
    await accepts({
      ...importing('src/slices/shifts/commands/sign-up.ts', '../steps/lock-shifts.ts'),
      ...importing('src/slices/shifts/steps/lock-shifts.ts', '../sql.ts'),
    });
    await refuses(importing('src/slices/shifts/sql.ts', './commands/sign-up.ts'), apart);
    await refuses(importing('src/slices/shifts/sql/rosters.ts', '../routes.ts'), apart);
    await refuses(importing('src/slices/shifts/routes.ts', './sql.ts'), apart);
    await refuses(importing('src/slices/shifts/routes/spots.ts', '../steps/lock-shifts.ts'), apart);
    await refuses(importing('src/slices/shifts/commands/sign-up.ts', './cancel.ts'), apart);
    await refuses(importing('src/slices/shifts/steps/lock-shifts.ts', '../commands/sign-up.ts'), apart);
  });

  it('lets only sql, reads and the platform build queries', async () => {
    await accepts({
      ...importing('src/slices/shifts/sql/rosters.ts', 'kysely'),
      ...importing('src/slices/shifts/reads.ts', 'kysely'),
      ...importing('src/platform/db/index.ts', 'kysely'),
      ...importingType('src/slices/shifts/commands/sign-up.ts', 'kysely'),
    });
    await refuses(importing('src/slices/shifts/commands/sign-up.ts', 'kysely'), /build queries/);
    await refuses(importing('src/app/run.ts', 'kysely'), /build queries/);
  });

  it('keeps the support of tests to tests, and lets tests reach anywhere', async () => {
    await accepts({
      ...importing('src/slices/accounts/sql.test.ts', '#test/database.ts'),
      ...importing('src/kernel/ids.test.ts', 'node:assert'),
      ...importing('test/builders.ts', '#test/database.ts'),
    });
    await refuses(importing('src/platform/db/index.ts', '#test/database.ts'), /only tests use/);
    await refuses(importing('scripts/seed.ts', '../test/database.ts'), /only tests use/);
  });

  it('lets the web app know only itself and packages', async () => {
    await accepts({
      ...importing('web/src/app.tsx', './api/schema.generated.ts'),
      ...importing('web/src/main.tsx', 'preact'),
    });
    await refuses(importingType('web/src/app.tsx', '../../src/slices/shifts/schema.ts'), /generated client/);
    await refuses(importing('web/src/app.tsx', '#kernel/time.ts'), /generated client/);
  });

  it('lets features of the web app meet only through index.ts, above the kit and below the shell', async () => {
    await accepts({
      ...importing('web/src/router.ts', './features/shifts/routes.tsx'),
      ...importing('web/src/shell/shell.tsx', '../ui/page.tsx'),
      ...importing('web/src/features/signups/roster/list.tsx', '../../shifts/index.ts'),
      ...importing('web/src/features/shifts/index.ts', './spots.ts'),
      ...importing('web/src/ui/page.tsx', '../api/query.ts'),
    });
    await refuses(
      importing('web/src/features/signups/page.tsx', '../shifts/spots.ts'),
      /only through index.ts/,
    );
    await refuses(
      importing('web/src/features/signups/page.tsx', '../../shell/guard.tsx'),
      /nothing of what shows them/,
    );
    await refuses(importing('web/src/ui/page.tsx', '../features/shifts/index.ts'), /ui uses only/);
    await refuses(importing('web/src/time/hooks.ts', '../api/me.ts'), /time uses only/);
  });

  it('finds circles in the web app, among files and among features, also through what is loaded later', async () => {
    await refuses(
      { ...importing('web/src/ui/a.ts', './b.ts'), ...importingType('web/src/ui/b.ts', './a.ts') },
      /ui\/a\.ts, ui\/b\.ts: import each other in a circle/,
    );
    await refuses(
      { 'web/src/ui/a.ts': "const b = import('./b.ts');\n", ...importing('web/src/ui/b.ts', './a.ts') },
      /ui\/a\.ts, ui\/b\.ts: import each other in a circle/,
    );
    await refuses(
      {
        ...importing('web/src/features/forms/page.tsx', '../badges/index.ts'),
        ...importing('web/src/features/badges/page.tsx', '../forms/index.ts'),
      },
      /badges, forms: import each other in a circle/,
    );
  });
});

describe('things of the web app that have one home', () => {
  it('are done there and nowhere else; tests may do as they like', async () => {
    await accepts({
      'web/src/time/calendar.ts': 'Temporal.PlainDate.from(day)',
      'web/src/api/mutation.ts': 'useMutation({})',
      'web/src/ui/clock.tsx': 'Date.now() + 5_000',
      'web/src/ui/clock.test.ts': "Date.parse('2026-11-14')",
    });
    for (const code of ['new Date(at)', 'Date.parse(at)', 'new Intl.DateTimeFormat(tag)', 'Temporal.Now'])
      await refuses({ 'web/src/ui/clock.tsx': code }, /web\/src\/time/);
    await refuses({ 'web/src/ui/save.tsx': 'useMutation({})' }, /useApiMutation/);
    await refuses({ 'web/src/ui/save.tsx': "localStorage.getItem('a')" }, /storage\.ts/);
  });
});

describe('forms of the web app', () => {
  it('ask before what was typed is lost', async () => {
    await accepts({
      'web/src/features/shifts/new.tsx': 'useUnsaved(form.isDirty()); <form onSubmit={save}>',
      'web/src/features/shifts/rename.tsx': '<FormDialog><form>',
      'web/src/features/shifts/filters.tsx': '<TextInput />',
    });
    await refuses({ 'web/src/features/shifts/new.tsx': '<form onSubmit={save}>' }, /useUnsaved/);
  });
});

describe('reading imports', () => {
  const read = (source: string): string[] =>
    importsOf('file.ts', source).map(({ specifier, isType }) => (isType ? `type ${specifier}` : specifier));

  it('finds every form of import', () => {
    assert.deepEqual(
      read(`
        import a, { type B } from 'a';
        import type { C } from "c";
        import 'd';
        import {
          e, // from 'comment'
        } from 'e';
        import type from 'f';
        import data from './g.json' with { type: 'json' };
        export * as h from 'h';
        export type { I } from 'i';
        const j = async () => (await import('j')).default;
        type K = import('k').K;
        type L = typeof import('l');
        const m = require('m');
      `),
      ['a', 'type c', 'd', 'e', 'f', './g.json', 'h', 'type i', 'j', 'type k', 'type l', 'm'],
    );
  });
});

describe('file names in a slice', () => {
  it('accepts the closed set', async () => {
    const names = [
      'index.ts',
      'rules.ts',
      'rules.test.ts',
      'commands/sign-up.ts',
      'commands/sign-up.test.ts',
      'sql/rosters.ts',
      'jobs.ts',
      'races.test.ts',
    ];
    await accepts(Object.fromEntries(names.map((name) => [`src/slices/shifts/${name}`, ''])));
  });

  it('refuses any other and says the allowed ones', async () => {
    const allowed = /a slice holds only index\.ts, schema\.ts, .*commands\/<verb>\.ts/;
    await refuses({ 'src/slices/shifts/utils.ts': '' }, allowed);
    await refuses({ 'src/slices/shifts/commands/SignUp.ts': '' }, allowed);
    await refuses({ 'src/slices/shifts/commands/deep/sign-up.ts': '' }, allowed);
    await refuses({ 'src/slices/shifts/notes.md': '' }, allowed);
    await refuses({ 'src/slices/loose.ts': '' }, /a slice is a folder/);
    await refuses(
      { 'src/slices/shifts/sql.ts': '', 'src/slices/shifts/sql/series.ts': '' },
      /a kind is a file or a folder, not both/,
    );
  });
});

describe('paths in documents', () => {
  const withDocument = (text: string) => ({ 'docs/guide.md': text, 'src/slices/shifts/rules.ts': '' });

  it('accepts paths that exist, names of parts, and text that is not a path', async () => {
    await accepts(
      withDocument(
        [
          'See `src/slices/shifts/rules.ts`, `src/slices/`, `rules.ts`, `sql.ts`, `shifts/rules.ts`, `docs/guide.md:3`, `package.json`.',
          '`GET /api/v1/shifts`, `/docs/openapi.json`, `application/json`, `src/slices/<slice>/sql.ts`, `src/*.ts`, `data/postgres`, `.ts`.',
          '```sh\ncat `src/gone.ts` [x](gone.md)\n```',
        ].join('\n'),
      ),
    );
  });

  it('refuses a path that does not exist, with the line that names it', async () => {
    await refuses(withDocument('One.\n`src/gone.ts`'), /^docs\/guide\.md:2 names src\/gone\.ts/);
    await refuses(withDocument('`src/slices/shifts`, `src/slices/forms/`'), /names src\/slices\/forms\//);
    await refuses(withDocument('`gone.ts`'), /names gone\.ts/);
    await refuses({ 'README.md': '`docs/gone`', 'docs/here.md': '' }, /README\.md:1 names docs\/gone/);
  });

  it('follows relative links and their anchors', async () => {
    const readme = '# The `first` thing: done\n## Same\n## Same\n<a id="by-hand"></a>';
    const guide = (text: string) => ({ 'README.md': readme, 'docs/guide.md': `# Top\n${text}` });
    await accepts(
      guide(
        '[a](../README.md) [b](../README.md#the-first-thing-done) [c](#top) [d](https://x.org/y) [e](../README.md#same-1) [f](../README.md#by-hand) [g](/docs)',
      ),
    );
    await refuses(guide('[a](gone.md)'), /links to gone\.md: there is no such file/);
    await refuses(guide('[a](#bottom)'), /links to #bottom: there is no such heading/);
    await refuses(guide('[a](../README.md#gone)'), /there is no such heading/);
    await refuses(guide('![a](pictures/gone.png)'), /there is no such file/);
  });
});

describe('one organization among many', () => {
  it('cannot break a job or a read with a stored time zone', async () => {
    const zoned = 'const day = now.toZonedDateTimeISO(row.time_zone).toPlainDate();';
    await refuses({ 'src/slices/shifts/rules.ts': zoned }, /use knownZone/);
    await refuses(
      { 'src/slices/shifts/sql.ts': 'sql`start_time at time zone o.time_zone`' },
      /use knownZone/,
    );
  });

  it('cannot end a loop over all of them', async () => {
    const loop = 'for (const id of await selectDueOrganizations(db)) await work(id);';
    await refuses({ 'src/slices/shifts/jobs.ts': loop }, /use forEachOrganization/);
    const named =
      'const ids = await selectOrganizationsWithoutKeys(db, 100);\nfor (const id of ids) await work(id);';
    await refuses({ 'src/slices/shifts/jobs.ts': named }, /use forEachOrganization/);
    await accepts({ 'src/slices/shifts/jobs.ts': named.replace('for (const id of ids)', 'await each(ids,') });
    const byId = 'for (const id of organizationIds) await work(id);';
    await refuses({ 'src/slices/shifts/jobs.ts': byId }, /one statement for all/);
  });
});

describe('a name', () => {
  it('says what it is', async () => {
    await refuses({ 'src/slices/shifts/steps/close.ts': 'interface Way {}' }, /"Way" has many meanings/);
    await refuses({ 'src/slices/shifts/sql.ts': 'export function take() {}' }, /"take" has many meanings/);
    await refuses({ 'src/platform/utils.ts': '' }, /name it after what it holds/);
    await accepts({ 'src/slices/shifts/sql.ts': 'const held = rows.length;\nfunction takeSpot() {}' });
  });

  it('has one meaning in a slice', async () => {
    const row = 'export interface WaitingRow {}';
    const both = { 'src/slices/shifts/sql/lists.ts': row, 'src/slices/shifts/sql/roles.ts': row };
    await refuses(both, /exports another "WaitingRow"/);
    await accepts({ 'src/slices/shifts/sql.ts': row, 'src/slices/signups/sql.ts': row });
    const override = { 'src/slices/shifts/rules.ts': 'export interface Override {}' };
    await accepts({ ...override, 'src/slices/shifts/schema.ts': 'export const Override = 1;' });
  });
});

describe('the clock of a slice', () => {
  it('is its caller’s, in code and in SQL', async () => {
    for (const code of [
      'const now = Temporal.Now.instant();',
      'const at = Date.now();',
      'sql`select 1 from badges where expires_at > now()`',
      'sql`select current_date`',
    ])
      await refuses({ 'src/slices/shifts/sql.ts': code }, /take the time from the caller/);
    await accepts({
      'src/slices/shifts/sql.ts':
        'const now = clock(); const sinceMs = performance.now(); const at = call.now;',
      'src/slices/shifts/shifts.test.ts': 'const now = Temporal.Now.instant();',
      'src/platform/db/idempotency.ts': 'sql`select now()`',
    });
  });
});

describe('traces of one machine', () => {
  it('refuses a path beside the checkout', async () => {
    await refuses({ 'src/app/run.ts': `const here = '${place}/tree-1/x';` }, /a path of this machine/);
    await accepts({ 'src/app/run.ts': `const here = '${place}/nothing-of-that-name/x';` });
  });

  it('refuses a lock file that names a registry or misses a package', async () => {
    const lock = (packages: object) => ({ 'package-lock.json': JSON.stringify({ packages }, null, 2) });
    await accepts(lock({ '': { dependencies: { a: '1' } }, 'node_modules/a': { version: '1.0.0' } }));
    await refuses(
      lock({ 'node_modules/a': { resolved: 'https://registry.npmjs.org/a.tgz' } }),
      /names a registry/,
    );
    await refuses(
      lock({ 'node_modules/a': { optionalDependencies: { b: '1' } }, 'node_modules/c/node_modules/b': {} }),
      /lacks b, which node_modules\/a needs/,
    );
    await accepts(
      lock({ 'node_modules/c': { dependencies: { b: '1' } }, 'node_modules/c/node_modules/b': {} }),
    );
  });
});

describe('a test', () => {
  it('may neither sleep nor measure time', async () => {
    const name = 'src/kernel/slow.test.ts';
    for (const line of [
      'await new Promise((resolve) => setTimeout(resolve, 100));',
      "import { setTimeout as sleep } from 'node:timers/promises';",
      'assert.ok(performance.now() - begun < 500);',
      'await page.waitForTimeout(100);',
      'await sql`select pg_sleep(1)`.execute(db);',
    ])
      await refuses(
        { [name]: `// first\n${line}\n` },
        /^src\/kernel\/slow\.test\.ts:2 uses .*test\/until\.ts$/,
      );
  });

  it('may not wait less than usual', async () => {
    const name = 'src/kernel/hasty.test.ts';
    const first = "import { until } from '#test/until.ts';";
    await refuses(
      { [name]: `${first}\nawait until(() => sent.length >= 1_000, 30_000);\n` },
      /^src\/kernel\/hasty\.test\.ts:2 waits only so long: /,
    );
    await accepts({ [name]: `${first}\nawait until(() => sent.length >= 1_000);\n` });
  });

  it('may be about times, and code outside tests may wait', async () => {
    await accepts({
      'src/kernel/fine.test.ts': 'const timeoutMs = 500;\n',
      'test/until.ts': 'await new Promise((resolve) => setTimeout(resolve, 5));\n',
    });
  });
});
