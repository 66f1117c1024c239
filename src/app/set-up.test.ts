import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { after, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { setupToken } from '#slices/accounts/index.ts';
import { createDatabase, dropDatabase, testSecret } from '#test/database.ts';
import { assertRefused, expect200, password, peopleApp, refusedFields } from '#test/people.ts';
import { runMuster, startMuster } from '#test/process.ts';
import { until } from '#test/until.ts';
import { createOwner } from './create-owner.ts';
import { seedDemo } from './first-start.ts';

const url = await createDatabase('muster_template');
after(() => dropDatabase(url));
const environment = { DATABASE_URL: url, MUSTER_RATE_LIMIT: 'off', LOG_LEVEL: 'silent' };

async function call(base: string, method: string, path: string, token?: string, body?: object) {
  const answer = await fetch(`${base}/api/v1${path}`, {
    method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: an answer's shape is what a test is about
  return { status: answer.status, body: (await answer.json()) as any };
}

/** The command with a first line on its standard input, which stays open, as a terminal's would. */
async function runCreateOwner(database: string, args: readonly string[], line?: string) {
  const program = fileURLToPath(new URL('../../bin/muster.js', import.meta.url));
  const child = spawn(process.execPath, [program, 'create-owner', ...args], {
    env: {
      PATH: process.env['PATH'] ?? '',
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '',
      MUSTER_SECRET: testSecret,
      DATABASE_URL: database,
    },
    stdio: [line === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
  if (line !== undefined) child.stdin?.write(`${line}\n`);
  const code = await new Promise((resolve) => child.on('close', resolve));
  return { code, printed };
}

describe('two processes on one production database', () => {
  it('show the same set-up token, end a session together, and rotate keys without a 401', async () => {
    const [one, other] = await Promise.all([
      startMuster(['serve'], environment),
      startMuster(['serve'], environment),
    ]);
    const tokens = [one, other].map(
      (running) => /"setup_token": "(setup_[^"]+)"/.exec(running.stdout())?.[1],
    );
    assert.ok(tokens[0]);
    assert.equal(tokens[0], tokens[1]);

    const ada = { email: 'ada@example.org', password, name: 'Ada' };
    const wrong = await call(one.url, 'POST', '/auth/signup', undefined, {
      ...ada,
      setup_token: 'setup_wrong',
    });
    assert.deepEqual([wrong.status, wrong.body.errors[0].path], [400, 'setup_token']);
    const signup = { ...ada, setup_token: tokens[0], organization_name: 'First' };
    assert.equal((await call(one.url, 'POST', '/auth/signup', undefined, signup)).status, 200);
    const { body: pair } = await call(other.url, 'POST', '/auth/login', undefined, ada);
    const me = (base: string) => call(base, 'GET', '/me', pair.access_token).then(({ status }) => status);

    const statuses: number[] = [];
    const rotation = runMuster(['rotate-keys'], environment);
    let rotated = false;
    void rotation.then(() => {
      rotated = true;
    });
    await until(async () => {
      statuses.push(...(await Promise.all([me(one.url), me(other.url)])));
      return rotated && statuses.length >= 100;
    });
    assert.match((await rotation).stdout, /New key: [\w-]+\. It is used in five minutes\./);
    assert.deepEqual(new Set(statuses), new Set([200]));

    assert.equal((await call(one.url, 'POST', '/auth/logout', pair.access_token)).status, 200);
    assert.deepEqual([await me(other.url), await me(one.url)], [401, 401]);
    await Promise.all([one.stop(), other.stop()]);
  });

  it('refuse to start with another secret, in one line that says what to do', async () => {
    const outcome = await runMuster(['rotate-keys'], { ...environment, MUSTER_SECRET: 'x'.repeat(40) });
    assert.equal(outcome.code, 1);
    assert.match(
      outcome.stderr,
      /^MUSTER_SECRET: this database was set up with another secret\..* restore the file "secret" that the first start made.*\n$/,
    );
  });
});

describe('muster create-owner', () => {
  it('makes the owner with a password from its input, and without one makes one up and shows it once', async () => {
    const muster = await peopleApp();
    const [first, other] = await Promise.all([
      runCreateOwner(
        muster.database.url,
        ['--email', ' Olga@Example.org ', '--name', 'Olga'],
        ' with spaces around ',
      ),
      runCreateOwner((await muster.second()).database.url, ['--email', 'eve@example.org'], 'short'),
    ]);
    assert.deepEqual(
      [first.code, first.printed],
      [0, 'olga@example.org is now the owner of this installation.\n'],
    );
    assert.equal(other.code, 1);
    assert.match(other.printed, /at least 8 characters/);
    const olga = { email: 'olga@example.org', password: ' with spaces around ' };
    const { access_token } = expect200(await muster.as().post('/auth/login', olga));
    const { profile } = expect200(await muster.as(access_token).get('/me/export'));
    assert.deepEqual([profile.name, profile.installation_owner], ['Olga', true]);

    assert.equal((await muster.as(access_token).del('/me', { password: olga.password })).status, 204);
    const made = await runCreateOwner(muster.database.url, ['--email', 'paul@example.org']);
    const shown = /^Password: (\S+)$/m.exec(made.printed)?.[1] ?? '';
    expect200(await muster.as().post('/auth/login', { email: 'paul@example.org', password: shown }));
  });

  it('promotes an account that exists, once, without touching its password', async () => {
    const muster = await peopleApp();
    const [ada, eve] = [await muster.person(), await muster.person()];
    const printed: string[] = [];
    await createOwner(muster.platform, { email: ada.email }, (text) => void printed.push(text));
    assert.deepEqual(printed, [`${ada.email} is now the owner of this installation.`]);
    await assert.rejects(createOwner(muster.platform, { email: eve.email }), /already has an owner/);
    expect200(await muster.as().post('/auth/login', { email: ada.email, password }));
    const path = `/organizations/${await muster.organization(ada)}`;
    expect200(await muster.as(ada.token).patch(path, { join_rule: 'everyone', join_role: 'check_in' }));
    const bob = { email: 'bob@example.org', password, name: 'Bob' };
    expect200(await muster.as().post('/auth/signup', bob));
    const { items } = expect200(await muster.as(ada.token).get(`${path}/members?role=check_in`));
    assert.equal(items[0].email, 'bob@example.org');
  });

  it('needs a proper address and, where one is given, a proper name', async () => {
    const { platform } = await peopleApp();
    const email = 'eve@example.org';
    await assert.rejects(createOwner(platform, {}), /--email must be an email address/);
    for (const wrong of ['eve', 'eve..x@example.org', `${'e'.repeat(65)}@example.org`])
      await assert.rejects(createOwner(platform, { email: wrong }), /--email must be an email address/);
    for (const name of [' ', 'x'.repeat(201)])
      await assert.rejects(createOwner(platform, { email, name }), /--name must have 1 to 200 characters/);
  });
});

describe('the set-up token', () => {
  it('makes one owner of two who use it at the same moment', async () => {
    const muster = await peopleApp();
    const setup_token = setupToken(muster.platform.database);
    const signUp = (email: string) =>
      muster.as().post('/auth/signup', { email, name: 'Own', password, setup_token });
    const answers = await Promise.all(['one@example.org', 'two@example.org'].map(signUp));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400]);
    const late = await signUp('three@example.org');
    assertRefused(late, 400, 'token_invalid');
    assert.deepEqual(refusedFields(late), ['setup_token']);
    assert.deepEqual(muster.errors, []);
  });
});

describe('the demo', () => {
  it('is made once, by one of two at the same moment, and makes everyone who creates an account an admin of organization 1', async () => {
    const muster = await peopleApp();
    const seeded = await Promise.all([seedDemo(muster.platform), seedDemo(muster.platform)]);
    assert.deepEqual(seeded.sort(), [false, true]);
    const guest = { email: 'guest@example.org', password, name: 'Guest' };
    expect200(await muster.as().post('/auth/signup', guest));
    const { access_token } = expect200(await muster.as().post('/auth/login', guest));
    const { items } = expect200(await muster.as(access_token).get('/organizations'));
    assert.deepEqual([items[0].id, items[0].role], [1, 'admin']);
    expect200(await muster.as(access_token).get('/organizations/1/members'));
    expect200(await muster.as().get('/programs/1'));
    expect200(await muster.as().get('/missions/1'));
    for (const role of ['owner', 'admin', 'coordinator', 'desk', 'volunteer']) {
      const login = { email: `${role}@demo.muster`, password: 'demo-password' };
      expect200(await muster.as().post('/auth/login', login));
    }
    assert.ok(expect200(await muster.as(access_token).post('/programs', { name: 'Next' })).id > 2);
  });
});
