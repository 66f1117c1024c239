import type { Platform } from '#platform/slice.ts';
import { checkIn } from '#slices/attendance/commands/check-in.ts';
import type { Operation } from '../operation.ts';
import { recordedCall, recordStatements } from '../recording.ts';
import { replayOf } from '../replay.ts';

const standIns = {
  shiftId: 9_000_000_000_001,
  userId: 9_000_000_000_002,
  organizationId: 9_000_000_000_003,
  programId: 9_000_000_000_004,
  missionId: 9_000_000_000_005,
  registrationId: 9_000_000_000_006,
} as const;

const replay = replayOf(standIns, recordCheckIn, (real, row) => {
  if (!('registration_status' in row)) return;
  const read = row as unknown as typeof facts;
  if (read.registration_status !== 'active' || read.attendance_status !== null)
    throw new Error('there is nobody to check in');
  real.organizationId = read.organization_id;
  real.programId = read.program_id;
  real.missionId = read.mission_id;
  real.registrationId = read.registration_id;
});

export const operation: Operation = {
  method: 'POST',
  path: '/api/v1/shifts/:id/checkin',
  inTransaction: true,
  response: { type: 'object' },
  inputOf: () => {
    throw new Error('nobody checks in twice: check-ins are given by a file');
  },
  run: (connection, { params }) =>
    replay(connection, { shiftId: Number(params['shift']), userId: Number(params['user']) }),
};

function recordCheckIn() {
  const rowsFor = (text: string) => {
    if (text.includes('as registration_status')) return [facts];
    if (text.includes('insert into attendance')) return [{}];
    return text.includes('as user_name') ? [checkedIn] : [];
  };
  return recordStatements(rowsFor, (database) =>
    checkIn({ database } as unknown as Platform, recordedCall(standIns.userId), standIns.shiftId, {
      user_id: standIns.userId,
    }),
  );
}

const start = Temporal.Now.instant();
const times = { start_time: start, end_time: start.add({ hours: 2 }) };

const facts = {
  shift_id: standIns.shiftId,
  organization_id: standIns.organizationId,
  program_id: standIns.programId,
  mission_id: standIns.missionId,
  shift_status: 'published',
  ...times,
  time_zone: 'UTC',
  title: 'A shift',
  registration_id: standIns.registrationId,
  registration_status: 'active',
  caller_role: 'volunteer',
  attendance_status: null,
  checked_in_at: null,
  metadata: null,
};

const checkedIn = {
  registration_id: standIns.registrationId,
  organization_id: standIns.organizationId,
  shift_id: standIns.shiftId,
  user_id: standIns.userId,
  user_name: 'Alex Example',
  ...times,
  status: 'checked_in',
  checked_in_at: start,
  checked_out_at: null,
  minutes: null,
  late: false,
  method: 'self',
  metadata: null,
  flags: [],
  note: null,
  verified_by: null,
  verified_at: null,
};
