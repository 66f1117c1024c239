import type { Operation } from '../operation.ts';

const timestamp = { type: 'string', format: 'date-time' };
const optionalText = { type: ['string', 'null'] };

export const operation: Operation = {
  method: 'GET',
  path: '/api/v1/me',
  inTransaction: false,
  response: {
    type: 'object',
    properties: {
      id: { type: 'integer' },
      email: { type: 'string' },
      email_verified: { type: 'boolean' },
      name: { type: 'string' },
      phone: optionalText,
      date_of_birth: optionalText,
      emergency_contact: { type: ['object', 'null'], additionalProperties: true },
      time_zone: { type: 'string' },
      language: { type: 'string' },
      notification_preferences: { type: 'object', additionalProperties: { type: 'boolean' } },
      created_at: timestamp,
      updated_at: timestamp,
    },
  },
  inputOf: () => ({ params: {}, body: undefined }),
  async run(connection) {
    const { rows } = await connection.query<{ email_verified_at: Date | null }>({
      name: 'read-me',
      text: `select id, email, email_verified_at, name, phone, date_of_birth, emergency_contact, time_zone,
        language, notification_preferences, created_at, updated_at from users where id = $1 and erased_at is null`,
      values: [1],
    });
    const [row] = rows;
    return row && { ...row, email_verified: row.email_verified_at !== null };
  },
};
