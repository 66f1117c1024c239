import pg from 'pg';
import { createSealer, openDatabase } from '#platform/db/index.ts';
import { migrate } from '#platform/db/migrate.ts';
import type { Platform } from '#platform/slice.ts';
import { moveJourneys } from '#slices/journeys/reactions.ts';
import { benchSecret } from './seeded.ts';
import type { Stage } from './stage.ts';

/** As many as a relay hands on at once, and as many batches at a time as a worker has hands. */
const batchSize = 500;
const atOnce = 4;
export const enrolled = 10_000;

/** A separate database, without a service that would react as well. */
export interface JourneyWorld {
  /** Every person on the way has submitted the form of the first step, and no event was handled yet. */
  reset(): Promise<void>;
  /** Tells the reaction of each submission; answers the seconds that it took. */
  reactToAll(): Promise<number>;
  /** Writes by bare statements what the reaction writes. */
  writeAll(): Promise<number>;
}

export async function journeyWorld(stage: Stage): Promise<JourneyWorld> {
  await stage.sql('create database journeys');
  const url = new URL(stage.databaseUrl);
  url.pathname = '/journeys';
  await migrate(url.href);
  const database = openDatabase({
    url: url.href,
    size: atOnce,
    name: 'muster bench',
    sealer: createSealer(benchSecret),
  });
  stage.atEnd(() => database.close());
  const pool = new pg.Pool({ connectionString: url.href, max: atOnce });
  // It doesn't matter whether the server or a connection ends first.
  pool.on('connect', (client) => client.on('error', () => {}));
  stage.atEnd(() => pool.end());
  await pool.query(people);
  const reaction = moveJourneys({ database } as Platform);
  const batches = Array.from({ length: enrolled / batchSize }, (_, index) =>
    Array.from({ length: batchSize }, (__, place) => submitted(index * batchSize + place + 1)),
  );
  return {
    async reset() {
      await pool.query(afresh);
      await pool.query('vacuum analyze journey_enrollments, journey_completions, events');
    },
    reactToAll: () =>
      inTurn(batches, (batch) =>
        reaction.react(batch, {
          now: Temporal.Now.instant(),
          attempt: 1,
          lastAttempt: false,
          signal: undefined,
        }),
      ),
    writeAll: () =>
      inTurn(batches, async (batch) => {
        const client = await pool.connect();
        const ids = batch.map(({ data }) => data.user_id);
        try {
          await client.query('begin');
          for (const text of writes) await client.query({ name: text.slice(0, 40), text, values: [ids] });
          await client.query('commit');
        } finally {
          client.release();
        }
      }),
  };
}

async function inTurn<Batch>(
  batches: readonly Batch[],
  work: (batch: Batch) => Promise<void>,
): Promise<number> {
  const begun = performance.now();
  const waiting = batches.values();
  const next = async () => {
    for (const batch of waiting) await work(batch);
  };
  await Promise.all(Array.from({ length: atOnce }, next));
  return (performance.now() - begun) / 1_000;
}

const submitted = (userId: number) => ({
  id: `evt_${userId}`,
  type: 'form.submitted',
  organizationId: 1,
  createdAt: '2026-11-14T09:00:00.000Z',
  data: { submission_id: userId, form_id: 1, form_version: 1, user_id: userId, title: 'About you' },
});

/** Enrollments have the numbers of their people. */
const people = `
  insert into users (id, email, name) select n, 'person-' || n || '@example.org', 'Person ' || n
    from generate_series(1, ${enrolled}) as n;
  insert into organizations (id, name) values (1, 'Harbour Food Bank');
  insert into memberships (organization_id, user_id, role, joined_at)
    select 1, n, 'volunteer', now() from generate_series(1, ${enrolled}) as n;
  insert into forms (id, organization_id, title, status, resubmission, created_at, updated_at)
    values (1, 1, 'About you', 'published', 'many', now(), now());
  insert into form_versions (organization_id, form_id, version, schema, ui, created_at) values (1, 1, 1, '{}', '{}', now());
  insert into form_submissions (organization_id, form_id, form_version, user_id, answers, submitted_at)
    select 1, 1, 1, n, '{}', now() from generate_series(1, ${enrolled}) as n;
  insert into journeys (id, organization_id, name, status, published_at, created_at, updated_at)
    values (1, 1, 'Onboarding', 'published', now(), now(), now());
  insert into journey_versions (organization_id, journey_id, version, sequence, created_at) values (1, 1, 1, 'in_order', now());
  insert into journey_steps (id, organization_id, journey_id, version, position, key, title, kind, config)
    values (1, 1, 1, 1, 1, 'form', 'About you', 'form', '{"form_id": 1}'),
           (2, 1, 1, 1, 2, 'shift', 'A first shift', 'attend_shifts', '{"count": 1}');
  analyze;`;

const afresh = `
  truncate journey_enrollments, journey_completions, events;
  insert into journey_enrollments (id, organization_id, journey_id, version, user_id, source, current_step_id,
      enrolled_at, updated_at)
    select n, 1, 1, 1, n, 'self_service', 1, now() - interval '1 day', now()
    from generate_series(1, ${enrolled}) as n`;

const data = `jsonb_build_object('enrollment_id', id, 'journey_id', 1, 'user_id', id, 'name', 'Onboarding', 'step_id', 1,
  'step_key', 'form', 'title', 'About you', 'kind', 'form', 'status', 'completed',
  'completed_at', '2026-11-14T09:00:00.000Z')`;
const writes = [
  `insert into journey_completions (organization_id, enrollment_id, step_key, status, completed_at)
   select 1, id, 'form', 'completed', now() from unnest($1::bigint[]) as id`,
  `update journey_enrollments set current_step_id = 2, updated_at = now() where id = any($1::bigint[])`,
  `insert into events (id, organization_id, type, data, created_at)
   select 'evt_' || id, 1, 'journey.step_completed', ${data}, now() from unnest($1::bigint[]) as id`,
  `insert into audit_log (organization_id, actor_kind, subject_user_id, action, object_type, object_id, after,
     request_id, created_at)
   select 1, 'system', id, 'journey.step_completed', 'enrollment', id,
     '{"step_id": 1, "step_key": "form"}', 'bench', now() from unnest($1::bigint[]) as id`,
];
