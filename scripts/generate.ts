import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { startEmbeddedPostgres } from '@muster/embedded-postgres';
import { openApiDocument } from '#app/service.ts';
import { migrate, readMigrations } from '#platform/db/migrate.ts';
import { clientTypes } from './client-types.ts';

/**
 * Writes what is derived from something else: table types from the migrated schema, the checksums of new migrations, the
 * contract from the routes, client types from the contract. With --check it writes nothing and fails when a file is stale.
 * --migrated is the address of a database that has just been migrated; without it, one is made.
 */
const root = new URL('../', import.meta.url);
const { values } = parseArgs({ options: { check: { type: 'boolean' }, migrated: { type: 'string' } } });
const { check } = values;

const contract = openApiDocument();
const files: Record<string, string> = {
  'src/platform/db/schema.generated.ts': await tableTypes(),
  'migrations/checksums.json': await checksums('migrations/checksums.json'),
  'docs/openapi.json': contract,
  'packages/client/src/schema.generated.ts': clientTypes(JSON.parse(contract)),
};

const stale: string[] = [];
for (const [path, text] of Object.entries(files)) {
  const present = await readFile(new URL(path, root), 'utf8').catch(() => '');
  if (present === text) continue;
  stale.push(path);
  if (!check) await writeFile(new URL(path, root), text);
}
if (check && stale.length > 0) {
  console.error(`stale: ${stale.join(', ')}. Run: npm run generate`);
  process.exit(1);
}
console.log(stale.length === 0 ? 'generated files are up to date' : `written: ${stale.join(', ')}`);

/** A database that has applied an earlier text refuses to start with another, so what is listed stays as it is. */
async function checksums(path: string): Promise<string> {
  const listed: Record<string, string> = JSON.parse(await readFile(new URL(path, root), 'utf8'));
  const present = Object.fromEntries((await readMigrations()).map(({ name, checksum }) => [name, checksum]));
  const changed = Object.keys(listed).filter((name) => listed[name] !== present[name]);
  if (changed.length === 0) return `${JSON.stringify(present, null, 2)}\n`;
  console.error(
    `changed: ${changed.join(', ')}. Databases in use have applied it: restore it and write a new migration. ` +
      `If it has never left this machine, remove its line from ${path}.`,
  );
  process.exit(1);
}

async function typesOf(url: string): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      'node_modules/kysely-codegen/dist/cli/bin.js',
      '--print',
      '--log-level=error',
      '--dialect=postgres',
      '--default-schema=public',
      '--include-pattern=public.*',
      '--date-parser=string',
      '--type-mapping={"timestamptz":"Temporal.Instant","int8":"number","tstzrange":"string"}',
      `--url=${url}`,
    ],
    { cwd: root, maxBuffer: 10_000_000 },
  );
  return stdout;
}

async function tableTypes(): Promise<string> {
  if (values.migrated !== undefined) return await typesOf(values.migrated);
  const dataDir = await mkdtemp(join(tmpdir(), 'muster-generate-'));
  const postgres = await startEmbeddedPostgres({ dataDir, settings: { fsync: 'off' } });
  try {
    await migrate(postgres.url);
    return await typesOf(postgres.url);
  } finally {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
