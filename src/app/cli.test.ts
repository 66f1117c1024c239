import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { after, describe, it } from 'node:test';
import { createDatabase, dropDatabase } from '#test/database.ts';
import { pretendPostgres } from '#test/old-postgres.ts';
import { type Outcome, runMuster } from '#test/process.ts';
import { main } from './cli.ts';
import { commands } from './commands.ts';

const databaseUrl = await createDatabase('muster_template');
after(() => dropDatabase(databaseUrl));

/** One clear line for the operator, no stack, no password, exit 1. */
function assertFault(outcome: Outcome, expected: RegExp): void {
  assert.equal(outcome.code, 1, outcome.stderr);
  assert.match(outcome.stderr, expected);
  assert.equal(outcome.stderr.trim().split('\n').length, 1, outcome.stderr);
  assert.doesNotMatch(outcome.stderr + outcome.stdout, /\bat .*:\d+:\d+|wrong-password|secret@/);
}

const withUrl = (change: (url: URL) => void) => {
  const url = new URL(databaseUrl);
  change(url);
  return url.toString();
};

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
      await main([command.name, '--help']);
      const text = String(print.mock.calls[0]?.arguments[0]);
      assert.match(text, new RegExp(`^Usage: muster ${command.name} \\[options\\]\n\n\\S`));
      for (const option of Object.keys(command.options ?? {})) assert.match(text, new RegExp(`--${option} `));
    });

  it('refuses commands and options that it does not know', async () => {
    assertFault(await runMuster(['dance']), /there is no command "dance"/);
    const { code, stderr } = await runMuster(['serve', '--loud']);
    assert.equal(code, 1);
    assert.match(stderr, /--loud[\s\S]*Usage: muster serve/);
  });

  it('reports every fault of the configuration at once, by the name of the variable', async () => {
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

  it('prints the contract without a database', async () => {
    const { code, stdout } = await runMuster(['openapi']);
    assert.equal(code, 0);
    assert.match((JSON.parse(stdout) as { openapi: string }).openapi, /^3\.1/);
  });
});

describe('a DATABASE_URL that cannot be used', { concurrency: 2 }, () => {
  it('is told in one line when nobody answers there', async () => {
    assertFault(
      await runMuster(['serve'], { DATABASE_URL: 'postgres://muster:wrong-password@127.0.0.1:9/muster' }),
      /^DATABASE_URL: PostgreSQL at postgres:\/\/muster@127\.0\.0\.1:9\/muster cannot be reached \(.*ECONNREFUSED/,
    );
  });

  it('is told in one line when the host does not exist or the address is none', async () => {
    assertFault(
      await runMuster(['migrate'], {
        DATABASE_URL: 'postgres://muster:wrong-password@no-such-host.invalid/muster',
      }),
      /^DATABASE_URL: .* cannot be reached/,
    );
    assertFault(
      await runMuster(['migrate'], { DATABASE_URL: 'postgres://muster:wrong-password@host:99999/muster' }),
      /^DATABASE_URL: /,
    );
  });

  it('is told in one line when the password is wrong', async () => {
    const url = withUrl((parsed) => {
      parsed.password = 'wrong-password';
    });
    assertFault(
      await runMuster(['worker'], { DATABASE_URL: url }),
      /^DATABASE_URL: .* refused the user or the password/,
    );
  });

  it('is told in one line when there is no such database', async () => {
    const url = withUrl((parsed) => {
      parsed.pathname = '/no_such_database';
    });
    assertFault(
      await runMuster(['serve'], { DATABASE_URL: url }),
      /^DATABASE_URL: .* has no such database; create it/,
    );
  });

  it('is told in one line when PostgreSQL is too old', async () => {
    const url = await pretendPostgres(140_011);
    assertFault(
      await runMuster(['serve'], { DATABASE_URL: url }),
      /PostgreSQL 14; Muster needs PostgreSQL 15/,
    );
  });
});

describe('a PORT or HOST that cannot be used', () => {
  it('is told in one line', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    after(() => void other.close());
    const { port } = other.address() as { port: number };
    const [taken, foreign] = await Promise.all([
      runMuster(['serve'], { DATABASE_URL: databaseUrl, PORT: String(port) }),
      runMuster(['serve'], { DATABASE_URL: databaseUrl, HOST: '203.0.113.1' }),
    ]);
    assertFault(taken, new RegExp(`^PORT: ${port} is in use`));
    assertFault(foreign, /^HOST: this machine has no address 203\.0\.113\.1/);
  });
});

describe('a data folder that cannot be written', () => {
  it('is told in one line when the secret has no place', async () => {
    // A file where the folder should be: refused to root as well.
    const outcome = await runMuster(['migrate'], {
      DATABASE_URL: databaseUrl,
      MUSTER_SECRET: '',
      MUSTER_DATA_DIR: '/dev/null/data',
    });
    assertFault(outcome, /^MUSTER_DATA_DIR: /);
  });
});
