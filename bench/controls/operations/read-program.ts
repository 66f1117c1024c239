import type { Operation } from '../operation.ts';

const timestamp = { type: 'string', format: 'date-time' };

export const operation: Operation = {
  method: 'GET',
  path: '/api/v1/programs/:id',
  inTransaction: false,
  response: {
    type: 'object',
    properties: {
      id: { type: 'integer' },
      organization_id: { type: 'integer' },
      name: { type: 'string' },
      description: { type: 'string' },
      archived: { type: 'boolean' },
      created_at: timestamp,
      updated_at: timestamp,
      default_mission_id: { type: 'integer' },
      policies: { type: 'object', additionalProperties: true },
    },
  },
  inputOf: () => ({ params: { id: '1' }, body: undefined }),
  async run(connection, { params }) {
    const { rows } = await connection.query<{ archived_at: Date | null }>({
      name: 'read-program',
      text: `select id, organization_id, name, description, archived_at, created_at, updated_at,
        default_mission_id, policies from programs where id = $1`,
      values: [params['id']],
    });
    const [row] = rows;
    return row && { ...row, archived: row.archived_at !== null };
  },
};
