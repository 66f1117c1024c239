import { parseConfig } from '#platform/config/index.ts';
import { createLog } from '#platform/log/index.ts';
import { createOwner } from './create-owner.ts';
import { migrateOnly } from './database.ts';
import { manageFailedJobs } from './failed-jobs.ts';
import { Fault } from './fault.ts';
import { seedDemo } from './first-start.ts';
import { createPlatform, type OpenPlatform, type RunningService, runService } from './run.ts';
import { openApiDocument } from './service.ts';

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
    const running: RunningService = await runService(parts);
    await running.ended;
    process.exit(0);
  },
});

export const commands: readonly Command[] = [
  service(
    'start',
    'everything in one process: API, web and worker',
    'Starts API, web app and worker together. Without DATABASE_URL it brings its own PostgreSQL.',
    { serve: true, work: true },
  ),
  service(
    'serve',
    'the API and the web app, without the worker',
    'Answers requests. Run any number of them on one DATABASE_URL.',
    {
      serve: true,
      work: false,
    },
  ),
  service(
    'worker',
    'background jobs only',
    'Runs jobs and hands on events. Run any number of them on one DATABASE_URL.',
    {
      serve: false,
      work: true,
    },
  ),
  {
    name: 'migrate',
    summary: 'bring the database up to date and exit',
    description: 'Applies the migrations that are missing. Safe to run from several places at once.',
    async run() {
      const config = parseConfig(process.env);
      const { place, applied } = await migrateOnly(config, createLog(config.logLevel, false));
      for (const name of applied) console.log(`applied ${name}`);
      console.log(`The database is up to date (${place}).`);
    },
  },
  {
    name: 'openapi',
    summary: 'print the API contract',
    description: 'Prints the OpenAPI 3.1 document of this version. Needs no database.',
    async run() {
      process.stdout.write(openApiDocument());
    },
  },
  {
    name: 'create-owner',
    summary: 'make an account the owner of this installation',
    description:
      'Creates the account if the e-mail address has none. The password is read from the first line of standard input; without one a password is made up and shown once.',
    options: {
      email: { type: 'string', description: 'e-mail address of the owner (required)' },
      name: { type: 'string', description: 'name of the owner, for a new account' },
    },
    async run(values) {
      await withPlatform('muster create-owner', (platform) => createOwner(platform, values));
    },
  },
  {
    name: 'rotate-keys',
    summary: 'make a new key for signing tokens',
    description:
      'The new key is published at once and signs after five minutes, so that every process knows it by then.',
    async run() {
      await withPlatform('muster rotate-keys', async (platform) => {
        console.log(
          `The next key is ${await platform.keys.rotate(platform.clock())}. It signs in five minutes.`,
        );
      });
    },
  },
  {
    name: 'failed-jobs',
    summary: 'list, retry or discard failed background jobs',
    description:
      'Lists the newest 200 background jobs that failed on every attempt, of all organizations and of the installation itself. Retrying queues a job again, with all its attempts.',
    options: {
      retry: { type: 'string', description: 'id of the job to retry, or: all' },
      discard: { type: 'string', description: 'id of the job to discard, or: all' },
    },
    async run(values) {
      await withPlatform('muster failed-jobs', (platform) => manageFailedJobs(platform, values, console.log));
    },
  },
  {
    name: 'seed',
    summary: 'fill an empty database with data',
    description:
      'With --demo: the organization, people and shifts that the demo shows. Does nothing to a database that has data.',
    options: { demo: { type: 'boolean', description: 'the demo organization' } },
    async run(values) {
      if (!values['demo']) throw new Fault('muster seed: say what to fill in: muster seed --demo');
      await withPlatform('muster seed', async (platform) => {
        const done = await seedDemo(platform);
        console.log(
          done ? 'The demo data is in place.' : 'The database has data already: nothing was changed.',
        );
      });
    },
  },
];

async function withPlatform(name: string, work: (platform: OpenPlatform) => Promise<void>): Promise<void> {
  const platform = await createPlatform(name, { join: true });
  try {
    await work(platform);
  } finally {
    await platform.close();
  }
}
