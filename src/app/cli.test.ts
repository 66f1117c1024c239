import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createServer } from 'node:net';
import { after, describe, it } from 'node:test';
import { createDatabase, dropDatabase, skipWithoutPassword } from '#test/database.ts';
import { type Outcome, runMuster } from '#test/process.ts';
import { main } from './cli.ts';
import { commands } from './commands.ts';

const databaseUrl = await createDatabase('muster_template');
after(() => dropDatabase(databaseUrl));

/** One clear line for the operator, no stack, no password, exit 1. */
function assertStartupError(outcome: Outcome, expected: RegExp): void {
  assert.equal(outcome.code, 1, outcome.stderr);
  assert.match(outcome.stderr, expected);
  assert.equal(outcome.stderr.trim().split('\n').length, 1, outcome.stderr);
  assert.doesNotMatch(outcome.stderr + outcome.stdout, /\bat .*:\d+:\d+|wrong-password|secret@/);
}

describe('the command line', () => {
  it('explains itself and each of its commands', async () => {
    const overview = await runMuster(['--help']);
    assert.equal(overview.code, 0);
    for (const name of ['start', 'serve', 'worker', 'migrate', 'openapi', 'create-owner', 'seed'])
      assert.match(overview.stdout, new RegExp(`^ {2}${name} `, 'm'));
  });

  for (const command of commands)
    it(`explains ${command.name} without doing it`, async (test) => {
      const print = test.mock.method(console, 'log', () => {});
      await main([...command.name.split(' '), '--help']);
      const text = String(print.mock.calls[0]?.arguments[0]);
      assert.match(text, new RegExp(`^Usage: muster ${command.name} \\[options\\]\n\n\\S`));
      for (const option of Object.keys(command.options ?? {})) assert.match(text, new RegExp(`--${option} `));
    });

  it('loads a few files for its help, and not the service', () => {
    const program = `
      import module from 'node:module';
      let loaded = 0;
      module.registerHooks({ load: (...[url, context, next]) => { loaded += 1; return next(url, context); } });
      const { main } = await import('#app/cli.ts');
      await main(['--help']);
      console.log('loaded ' + loaded);`;
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
      encoding: 'utf8',
    });
    const loaded = Number(/^loaded (\d+)$/m.exec(stdout)?.[1]);
    assert.ok(loaded > 0 && loaded < 20, `loaded ${loaded}. ${stderr}`);
  });

  it('refuses a command that it does not know', async () => {
    assertStartupError(await runMuster(['dance']), /Unknown command "dance"/);
  });

  it('reports every error in the configuration at once, by the name of the variable', async () => {
    const { code, stderr } = await runMuster(['serve'], {
      PORT: 'many',
      DATABASE_URL: 'mysql://localhost/muster',
      MUSTER_SECRET: 'short',
      LOG_LEVEL: 'loud',
    });
    assert.equal(code, 1);
    assert.deepEqual(
      stderr.split('\n').flatMap((line) => /^ {2}(\w+) must be/.exec(line)?.[1] ?? []),
      ['PORT', 'DATABASE_URL', 'MUSTER_SECRET', 'LOG_LEVEL'],
    );
    assert.doesNotMatch(stderr, /short|mysql/);
  });
});

describe('a service that cannot start', () => {
  it('says why in one line and exits with 1', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    after(() => void other.close());
    const { port } = other.address() as { port: number };
    const taken = await runMuster(['serve'], { DATABASE_URL: databaseUrl, PORT: String(port) });
    assertStartupError(taken, new RegExp(`^PORT: ${port} is in use`));
  });

  const skip = skipWithoutPassword(databaseUrl);
  it('does not repeat a wrong password', { skip }, async () => {
    const wrong = new URL(databaseUrl);
    wrong.password = 'wrong-password';
    const refused = await runMuster(['worker'], { DATABASE_URL: wrong.toString() });
    assertStartupError(refused, /^DATABASE_URL: .* refused the user or the password/);
  });
});
