import { type Operation, refused } from '../operation.ts';
import { transaction } from '../transaction.ts';

/** What one would write first: lock the shift, count, insert, update. Its tables have nothing that it doesn't need. */
export const operation: Operation = {
  method: 'POST',
  path: '/api/v1/shifts/:id/signups',
  inTransaction: true,
  tables: `
    create table control_shifts (id bigint primary key, capacity integer, taken integer not null) with (fillfactor = 70);
    insert into control_shifts
      select shift_id, seats.capacity, 0 from shift_seats seats;
    create table control_signups (
      id bigint generated always as identity primary key, shift_id bigint not null references control_shifts,
      user_id bigint not null, created_at timestamptz not null default now(), unique (shift_id, user_id));
    analyze control_shifts`,
  response: {
    type: 'object',
    properties: {
      id: { type: 'integer' },
      shift_id: { type: 'integer' },
      user_id: { type: 'integer' },
      created_at: { type: 'string', format: 'date-time' },
    },
  },
  inputOf: () => {
    throw new Error('nobody signs up twice: sign-ups are given by a file');
  },
  run: (connection, { params, body }) =>
    transaction(connection, async () => {
      const shiftId = params['id'];
      const { user_id: userId } = body as { user_id: number };
      const { rows: found } = await connection.query<{ capacity: number | null; taken: number }>({
        name: 'lock',
        text: 'select capacity, taken from control_shifts where id = $1 for update',
        values: [shiftId],
      });
      const [shift] = found;
      if (!shift) throw refused(404);
      if (shift.capacity !== null && shift.taken >= shift.capacity) throw refused(409);
      const { rows: made } = await connection.query({
        name: 'insert',
        text: `insert into control_signups (shift_id, user_id) values ($1, $2)
          returning id, shift_id, user_id, created_at`,
        values: [shiftId, userId],
      });
      await connection.query({
        name: 'count',
        text: 'update control_shifts set taken = taken + 1 where id = $1',
        values: [shiftId],
      });
      return made[0];
    }),
};
