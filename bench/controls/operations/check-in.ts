import { type Operation, refused } from '../operation.ts';
import { transaction } from '../transaction.ts';

/** What one would write first: lock the registration, insert, update. */
export const operation: Operation = {
  method: 'POST',
  path: '/api/v1/shifts/:id/checkin',
  inTransaction: true,
  tables: `
    create table control_registrations (
      id bigint primary key, shift_id bigint not null, user_id bigint not null, status text not null,
      unique (shift_id, user_id)) with (fillfactor = 70);
    insert into control_registrations
      select r.id, r.shift_id, r.user_id, r.status from registrations r where r.shift_id in (select id from check_in_shifts);
    create table control_attendance (
      registration_id bigint primary key references control_registrations, checked_in_at timestamptz not null default now());
    analyze control_registrations`,
  response: {
    type: 'object',
    properties: {
      registration_id: { type: 'integer' },
      checked_in_at: { type: 'string', format: 'date-time' },
    },
  },
  inputOf: () => {
    throw new Error('nobody checks in twice: check-ins are given by a file');
  },
  run: (connection, { params, body }) =>
    transaction(connection, async () => {
      const { user_id: userId } = body as { user_id: number };
      const { rows: found } = await connection.query<{ id: string; status: string }>({
        name: 'lock',
        text: 'select id, status from control_registrations where shift_id = $1 and user_id = $2 for update',
        values: [params['id'], userId],
      });
      const [registration] = found;
      if (!registration) throw refused(404);
      if (registration.status !== 'active') throw refused(409);
      const { rows: made } = await connection.query({
        name: 'insert',
        text: 'insert into control_attendance (registration_id) values ($1) returning registration_id, checked_in_at',
        values: [registration.id],
      });
      await connection.query({
        name: 'mark',
        text: `update control_registrations set status = 'checked_in' where id = $1`,
        values: [registration.id],
      });
      return made[0];
    }),
};
