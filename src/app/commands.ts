import { openApiDocument } from './contract.ts';
import { createPlatform, type RunningService, runService } from './run.ts';

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
      const platform = await createPlatform('muster migrate', { join: true });
      console.log(`The database is up to date (${platform.opened.place}).`);
      await platform.close();
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
];
