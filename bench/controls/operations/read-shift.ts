import type { Operation } from '../operation.ts';
import { shiftColumns, shiftSchema } from '../shift-answer.ts';

export const operation: Operation = {
  method: 'GET',
  path: '/api/v1/shifts/:id',
  inTransaction: false,
  response: shiftSchema,
  inputOf: () => ({ params: { id: '1' }, body: undefined }),
  async run(connection, { params }) {
    const { rows } = await connection.query({
      name: 'read-shift',
      text: `select ${shiftColumns} where s.id = $1`,
      values: [params['id']],
    });
    return rows[0];
  },
};
