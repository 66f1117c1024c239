import { Kysely } from 'kysely';
import type { Pool, QueryConfig, QueryConfigValues } from 'pg';
import { PooledDialect } from '#platform/db/driver.ts';
import { createSealer, type Database, type DB, inTransaction } from '#platform/db/index.ts';
import { signUpAll, type Ticket } from '#slices/shifts/index.ts';

/** Stand-ins that are found again in the recorded values, to be replaced by those of a real sign-up. */
export const standIns = {
  shiftId: 9_000_000_000_001,
  userId: 9_000_000_000_002,
  organizationId: 9_000_000_000_003,
  registrationId: 9_000_000_000_004,
  start: '2222-01-01T10:00:00Z',
  end: '2222-01-01T12:00:00Z',
} as const;

export type Recorded = QueryConfig<QueryConfigValues<unknown[]>>;

/**
 * The statements of one sign-up as the service itself sends them: its own command runs on a connection that only
 * takes notes. So the statements that it is held against can never be others than its own.
 */
export async function recordSignUp(): Promise<Recorded[]> {
  const notes: Recorded[] = [];
  const client = {
    async query(given: string | Recorded) {
      const query = typeof given === 'string' ? { text: given } : given;
      notes.push(query);
      if (query.text.includes('registrations_id_seq'))
        return { command: 'SELECT', rowCount: 1, rows: [facts] };
      return { command: query.text === 'commit' ? 'COMMIT' : '', rowCount: null, rows: [] };
    },
    release() {},
  };
  const pool = { connect: async () => client } as unknown as Pool;
  const db = new Kysely<DB>({
    dialect: new PooledDialect(pool, { statementTimeoutMs: 15_000, lockTimeoutMs: 5_000 }),
  });
  const sealer = createSealer('nothing is sealed');
  const database: Database = { db, pool, sealer, url: '', async close() {} };
  // Statements get their prepared names when they are seen again.
  for (let time = 0; time < 3; time += 1) {
    notes.length = 0;
    const [outcome] = await inTransaction(database, {}, (tx) =>
      signUpAll(tx, database, standIns.shiftId, [ticket]),
    );
    if (!outcome || 'refusal' in outcome) throw new Error('the recorded sign-up was refused');
  }
  return notes;
}

const ticket: Ticket = {
  call: {
    actor: { kind: 'person', userId: standIns.userId, sessionId: 1 },
    now: Temporal.Now.instant(),
    requestId: crypto.randomUUID(),
    address: '127.0.0.1',
    userAgent: 'muster-bench',
  },
  userId: standIns.userId,
  input: {},
};

const facts = {
  id: standIns.shiftId,
  organization_id: standIns.organizationId,
  program_id: 1,
  mission_id: 1,
  title: 'A shift',
  start_time: Temporal.Instant.from(standIns.start),
  end_time: Temporal.Instant.from(standIns.end),
  time_zone: 'UTC',
  status: 'published',
  requires_approval: false,
  capacity: 100,
  waitlist_capacity: null,
  active: 0,
  pending: 0,
  offered: 0,
  waitlisted: 0,
  organization_zone: 'UTC',
  organization_policies: {},
  program_policies: {},
  required_profile_fields: [],
  join_rule: 'open',
  join_role: 'volunteer',
  requirements: {},
  roles: [],
  people: [
    {
      id: standIns.userId,
      date_of_birth: null,
      profile: [],
      role: 'volunteer',
      availability: null,
      others: [],
      existing: null,
      next_id: standIns.registrationId,
    },
  ],
};
