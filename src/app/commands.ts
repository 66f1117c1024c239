import type { OpenPlatform } from './run.ts';
import { StartupError } from './startup-error.ts';

/** What a command needs is loaded when it runs: help and a mistyped command don't wait for the whole service. */
export interface Command {
  readonly name: string;
  readonly summary: string;
  readonly description: string;
  readonly options?: Record<string, { type: 'string' | 'boolean'; description: string }>;
  run(values: Record<string, unknown>, positionals: readonly string[]): Promise<void>;
}

const service = (
  name: string,
  summary: string,
  description: string,
  parts: { serve: boolean; work: boolean },
): Command => ({
  name,
  summary,
  description,
  async run() {
    const { runService } = await import('./run.ts');
    const running = await runService(parts);
    await running.ended;
    process.exit(0);
  },
});

export const commands: readonly Command[] = [
  service(
    'start',
    'run everything in one process: API, web app and worker',
    'Starts the API, the web app and the worker. Without DATABASE_URL, it also starts an embedded PostgreSQL.',
    { serve: true, work: true },
  ),
  service(
    'serve',
    'run the API and the web app, without the worker',
    'Serves requests. You can run several on one DATABASE_URL.',
    {
      serve: true,
      work: false,
    },
  ),
  service(
    'worker',
    'run background jobs only',
    'Runs jobs and delivers events. You can run several on one DATABASE_URL.',
    {
      serve: false,
      work: true,
    },
  ),
  {
    name: 'migrate',
    summary: 'update the database schema and exit',
    description: 'Applies missing migrations. It is safe to run this on several machines at once.',
    options: {
      distribute: {
        type: 'boolean',
        description: 'also distribute the tables over the nodes of a Citus cluster',
      },
    },
    async run(values) {
      const { parseConfig } = await import('#platform/config/index.ts');
      const { createLog } = await import('#platform/log/index.ts');
      const { migrateOnly } = await import('./database.ts');
      const config = parseConfig(process.env);
      const log = createLog(config.logLevel, false);
      const distributes = values['distribute'] === true;
      const place = await migrateOnly(config, log, { distributes, report: (line) => console.log(line) });
      console.log(`The database is up to date${distributes ? ' and distributed' : ''} (${place}).`);
    },
  },
  {
    name: 'openapi',
    summary: 'print the OpenAPI document',
    description: 'Prints the OpenAPI 3.1 document of this version. It does not need a database.',
    async run() {
      const { openApiDocument } = await import('./service.ts');
      process.stdout.write(openApiDocument());
    },
  },
  {
    name: 'create-owner',
    summary: 'make an account the owner of this installation',
    description:
      'Creates the account if there is none with this email. The password is the first line of standard input. Without one, a password is generated and shown once.',
    options: {
      email: { type: 'string', description: 'email of the owner (required)' },
      name: { type: 'string', description: 'name of the owner, for a new account' },
    },
    async run(values) {
      const { createOwner } = await import('./create-owner.ts');
      await withPlatform('muster create-owner', (platform) => createOwner(platform, values));
    },
  },
  {
    name: 'rotate-keys',
    summary: 'create a new key for signing tokens',
    description:
      'The new key is published immediately and used after five minutes, when every process knows it.',
    async run() {
      await withPlatform('muster rotate-keys', async (platform) => {
        console.log(`New key: ${await platform.keys.rotate(platform.clock())}. It is used in five minutes.`);
      });
    },
  },
  {
    name: 'failed-jobs',
    summary: 'list, retry or discard failed background jobs',
    description:
      'Lists the newest 200 background jobs that failed on every attempt, of all organizations and of the installation. Retrying queues a job again with all its attempts.',
    options: {
      retry: { type: 'string', description: 'id of the job to retry, or "all"' },
      discard: { type: 'string', description: 'id of the job to discard, or "all"' },
    },
    async run(values) {
      const { manageFailedJobs } = await import('./failed-jobs.ts');
      await withPlatform('muster failed-jobs', (platform) => manageFailedJobs(platform, values, console.log));
    },
  },
  {
    name: 'audit archive',
    summary: 'move old months of the audit log to files',
    description:
      'Writes each month that ended long enough ago to a compressed file with one JSON object per line, reads it back, and only then removes the month from the database. It is safe to interrupt and run again.',
    options: {
      to: { type: 'string', description: 'folder of the archives (required)' },
      months: {
        type: 'string',
        description: 'how many months stay in the database; default: MUSTER_AUDIT_MONTHS',
      },
    },
    async run(values) {
      const { archiveOldAudit } = await import('./audit-archives.ts');
      await withPlatform('muster audit', (platform) => archiveOldAudit(platform, values, console.log));
    },
  },
  {
    name: 'audit verify',
    summary: 'check that no archive of the audit log is missing or changed',
    description:
      'Reads every archive and compares it with the database. Fails if anything is missing or changed.',
    options: { to: { type: 'string', description: 'folder of the archives (required)' } },
    async run(values) {
      const { verifyAudit } = await import('./audit-archives.ts');
      await withPlatform('muster audit', (platform) => verifyAudit(platform, values, console.log));
    },
  },
  {
    name: 'seed',
    summary: 'fill an empty database with data',
    description:
      'With --demo, creates the demo organization with people and shifts. A database that already has data is not changed.',
    options: { demo: { type: 'boolean', description: 'the demo organization' } },
    async run(values) {
      if (!values['demo']) throw new StartupError('muster seed: --demo is required. Run: muster seed --demo');
      const { seedDemo } = await import('./first-start.ts');
      await withPlatform('muster seed', async (platform) => {
        const done = await seedDemo(platform);
        console.log(done ? 'Demo data created.' : 'The database already has data. Nothing was changed.');
      });
    },
  },
];

async function withPlatform(name: string, work: (platform: OpenPlatform) => Promise<void>): Promise<void> {
  const { createPlatform } = await import('./run.ts');
  const platform = await createPlatform(name, { join: true });
  try {
    await work(platform);
  } finally {
    await platform.close();
  }
}
