import { Kysely } from 'kysely';
import type { Pool } from 'pg';
import { sortableId } from '#kernel/ids.ts';
import { PooledDialect } from '#platform/db/driver.ts';
import { createSealer, type DB } from '#platform/db/index.ts';
import type { Platform } from '#platform/slice.ts';
import { submitForm } from '#slices/forms/commands/submit-form.ts';
import { benchAnswers, benchForm } from '../../forms.ts';
import type { Operation, Queryable } from '../operation.ts';
import type { Recorded } from '../recorded-sign-up.ts';

/** Found again in the recorded values, to be replaced by the number that the database gives. */
const submissionId = 9_000_000_000_001;

let statements: Promise<readonly Recorded[]> | undefined;

export const operation: Operation = {
  method: 'POST',
  path: '/api/v1/forms/:id/submissions',
  inTransaction: true,
  response: { type: 'object' },
  inputOf: () => ({ params: { id: '1' }, body: undefined }),
  async run(connection) {
    statements ??= recordSubmission();
    let id = submissionId;
    for (const statement of await statements) {
      const sent = send(connection, statement, id);
      if (/^(?:\/\* ahead \*\/|begin)/.test(statement.text)) {
        // If it fails, the commit reports that.
        sent.catch(() => {});
        continue;
      }
      const { rows, command } = await sent;
      if (command === 'ROLLBACK') throw new Error('a statement of the submission has failed');
      id = rows[0]?.next_id ?? id;
    }
  },
};

function send(connection: Queryable, { values, ...query }: Recorded, id: number) {
  const filled = values?.map((value) => fill(value, id));
  return connection.query<{ next_id: number }>({
    ...query,
    ...(filled && { values: filled }),
  } as Parameters<Queryable['query']>[0]);
}

function fill(value: unknown, id: number): unknown {
  if (Array.isArray(value)) return value.map((each) => fill(each, id));
  if (value === submissionId) return id;
  if (typeof value !== 'string') return value;
  if (value.startsWith('evt_')) return sortableId('evt', Temporal.Now.instant());
  return value.includes(String(submissionId)) ? value.replaceAll(String(submissionId), String(id)) : value;
}

/** The service's own command on a connection that only takes notes: its statements can be no others than these. */
async function recordSubmission(): Promise<Recorded[]> {
  const notes: Recorded[] = [];
  const client = {
    async query(given: string | Recorded) {
      const query = typeof given === 'string' ? { text: given } : given;
      notes.push(query);
      if (query.text.includes('next_id')) return { command: 'SELECT', rowCount: 1, rows: [desk] };
      if (query.text.includes('from form_versions')) {
        notes.pop();
        return { command: 'SELECT', rowCount: 1, rows: [{ schema: benchForm }] };
      }
      return { command: query.text === 'commit' ? 'COMMIT' : '', rowCount: null, rows: [] };
    },
    release() {},
  };
  const pool = { connect: async () => client } as unknown as Pool;
  const dialect = new PooledDialect(pool, { statementTimeoutMs: 15_000, lockTimeoutMs: 5_000 });
  const database = {
    db: new Kysely<DB>({ dialect }),
    pool,
    sealer: createSealer('nothing'),
    async close() {},
  };
  const actor = { kind: 'person', userId: 1, sessionId: 1 } as const;
  const call = {
    actor,
    now: Temporal.Now.instant(),
    requestId: crypto.randomUUID(),
    address: '127.0.0.1',
    userAgent: 'muster-bench',
  };
  // Statements get their prepared names when they are seen again.
  for (let time = 0; time < 3; time += 1) {
    notes.length = 0;
    await submitForm({ database } as unknown as Platform, call, actor, 1, benchAnswers);
  }
  return notes;
}

const desk = {
  id: 1,
  organization_id: 1,
  title: 'About you',
  status: 'published',
  version: 1,
  resubmission: 'many',
  consent: false,
  renew_on_new_version: false,
  join_rule: 'invitation',
  join_role: 'volunteer',
  role: 'volunteer',
  submitted_version: null,
  next_id: submissionId,
};
