import { inTransaction } from '#platform/db/index.ts';
import { type SignupAttempt, signUpAll } from '#slices/signups/index.ts';
import type { Operation } from '../operation.ts';
import { recordedCall, recordStatements } from '../recording.ts';
import { replayOf } from '../replay.ts';

const standIns = {
  shiftId: 9_000_000_000_001,
  userId: 9_000_000_000_002,
  organizationId: 9_000_000_000_003,
  registrationId: 9_000_000_000_004,
  start: '2222-01-01T10:00:00Z',
  end: '2222-01-01T12:00:00Z',
} as const;

const replay = replayOf(standIns, recordSignUp, (real, row) => {
  if ('id' in row) real.registrationId = row['id'] as number;
  if (!('shifts' in row)) return;
  const [shift] = (row as typeof facts).shifts;
  if (!shift) throw new Error('there is no shift to sign up for');
  real.organizationId = shift.organization_id;
  real.start = Temporal.Instant.from(shift.start_time).toString();
  real.end = Temporal.Instant.from(shift.end_time).toString();
});

export const operation: Operation = {
  method: 'POST',
  path: '/api/v1/shifts/:id/signups',
  inTransaction: true,
  response: { type: 'object' },
  inputOf: () => {
    throw new Error('nobody signs up twice: sign-ups are given by a file');
  },
  run: (connection, { params }) =>
    replay(connection, { shiftId: Number(params['shift']), userId: Number(params['user']) }),
};

function recordSignUp() {
  const attempt: SignupAttempt = {
    call: recordedCall(standIns.userId),
    shiftId: standIns.shiftId,
    userId: standIns.userId,
    input: {},
  };
  const rowsFor = (text: string) => {
    if (text.includes('registrations_id_seq')) return [{ id: standIns.registrationId }];
    return text.includes('as people') ? [facts] : [];
  };
  return recordStatements(rowsFor, async (database) => {
    const [outcome] = await inTransaction(database, {}, (tx) => signUpAll(tx, database, [attempt]));
    if (!outcome || 'refusal' in outcome) throw new Error('the recorded sign-up was refused');
  });
}

const facts = {
  shifts: [
    {
      id: standIns.shiftId,
      organization_id: standIns.organizationId as number,
      program_id: 1,
      mission_id: 1,
      title: 'A shift',
      start_time: standIns.start as string,
      end_time: standIns.end as string,
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
    },
  ],
  people: [
    {
      id: standIns.userId,
      name: 'A person',
      date_of_birth: null,
      profile: [],
      roles: { [standIns.organizationId]: 'volunteer' },
      availability: null,
      registrations: [],
    },
  ],
};
