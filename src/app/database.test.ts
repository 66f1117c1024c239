import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { parseConfig } from '#platform/config/index.ts';
import { createLog } from '#platform/log/index.ts';
import { createDatabase, dropDatabase, skipWithoutPassword, testSecret } from '#test/database.ts';
import { pretendPostgres } from '#test/old-postgres.ts';
import { openMigrated } from './database.ts';
import { StartupError } from './startup-error.ts';

const databaseUrl = await createDatabase('muster_template');
after(() => dropDatabase(databaseUrl));

const open = (url: string, environment: Record<string, string> = {}) =>
  openMigrated(
    parseConfig({ DATABASE_URL: url, MUSTER_SECRET: testSecret, ...environment }),
    createLog('silent', false),
    { name: 'muster test' },
  );

/** One line for the operator, without the password. */
async function assertStartupError(opening: Promise<unknown>, expected: RegExp): Promise<void> {
  await assert.rejects(opening, (error) => {
    assert.ok(error instanceof StartupError, String(error));
    assert.match(error.message, expected);
    assert.doesNotMatch(error.message, /\n|wrong-password/);
    return true;
  });
}

const changed = (change: (url: URL) => void) => {
  const url = new URL(databaseUrl);
  change(url);
  return url.toString();
};

describe('a DATABASE_URL', () => {
  it('that is right opens, and tells where the data lies without the password', async () => {
    const opened = await open(databaseUrl);
    assert.ok(!opened.place.includes(new URL(databaseUrl).password));
    await opened.close();
  });

  it('where no one answers is reported in one line', async () => {
    await assertStartupError(
      open('postgres://muster:wrong-password@127.0.0.1:9/muster'),
      /^DATABASE_URL: PostgreSQL at postgres:\/\/muster@127\.0\.0\.1:9\/muster cannot be reached \(.*ECONNREFUSED/,
    );
    await assertStartupError(
      open('postgres://muster:wrong-password@no-such-host.invalid/muster'),
      /cannot be reached/,
    );
  });

  it('that is not an address is reported in one line', async () => {
    await assertStartupError(
      open('postgres://muster:wrong-password@host:99999/muster'),
      /^DATABASE_URL is not a valid address/,
    );
  });

  const skip = skipWithoutPassword(databaseUrl);
  it('with a wrong user or password is reported in one line', { skip }, async () => {
    const refused = /^DATABASE_URL: .* refused the user or the password/;
    await assertStartupError(
      open(
        changed((url) => {
          url.password = 'wrong-password';
        }),
      ),
      refused,
    );
    await assertStartupError(
      open(
        changed((url) => {
          url.username = 'nobody';
        }),
      ),
      refused,
    );
  });

  it('of a database that does not exist is reported in one line', async () => {
    await assertStartupError(
      open(
        changed((url) => {
          url.pathname = '/no_such_database';
        }),
      ),
      /does not exist .* Create it first/,
    );
  });

  it('of a PostgreSQL that is too old is reported in one line', async () => {
    await assertStartupError(
      open(await pretendPostgres(140_011)),
      /PostgreSQL 14\. Muster needs PostgreSQL 15 or newer/,
    );
  });
});

describe('the secret', () => {
  it('that has no place to be kept is reported in one line', async () => {
    // A device where the folder should be: refused to root as well.
    const opening = open(databaseUrl, { MUSTER_SECRET: '', MUSTER_DATA_DIR: '/dev/null/data' });
    await assertStartupError(opening, /^MUSTER_DATA_DIR: .*Set MUSTER_SECRET/);
  });
});
