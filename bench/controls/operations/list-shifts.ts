import type { Operation, OperationInput } from '../operation.ts';
import { shiftColumns, shiftSchema } from '../shift-answer.ts';

interface ShiftRow {
  readonly id: string;
  readonly start_time: Date;
}

export const operation: Operation = {
  method: 'GET',
  path: '/api/v1/shifts',
  inTransaction: false,
  response: {
    type: 'object',
    properties: {
      items: { type: 'array', items: shiftSchema },
      next_cursor: { type: ['string', 'null'] },
    },
  },
  inputOf: () => ({ params: {}, body: undefined }),
  async run(connection, input) {
    const { text, values, limit } = statementOf(input);
    const { rows } = await connection.query<ShiftRow>({ name: 'list-shifts', text, values });
    const items = rows.slice(0, limit);
    const last = items.at(-1);
    return { items, next_cursor: rows.length > limit && last ? cursorOf(last) : null };
  },
};

function statementOf({ query = {} }: OperationInput) {
  const limit = Number(query['limit'] ?? 50);
  const conditions = [`s.status = 'published'`];
  const values: unknown[] = [];
  const add = (value: unknown) => `$${values.push(value)}`;
  if (query['program_id']) conditions.push(`s.program_id = ${add(query['program_id'])}`);
  if (query['from']) conditions.push(`s.start_time >= ${add(query['from'])}`);
  if (query['to']) conditions.push(`s.start_time < ${add(query['to'])}`);
  if (query['q']) conditions.push(`s.search @@ to_tsquery('simple', ${add(`${query['q']}:*`)})`);
  if (query['cursor']) {
    const [, start, id] = JSON.parse(Buffer.from(query['cursor'], 'base64url').toString()) as unknown[];
    conditions.push(`(s.start_time, s.id) > (${add(start)}::timestamptz, ${add(id)}::bigint)`);
  }
  const text = `select ${shiftColumns} where ${conditions.join(' and ')} order by s.start_time, s.id limit ${limit + 1}`;
  return { text, values, limit };
}

const cursorOf = ({ start_time, id }: ShiftRow): string =>
  Buffer.from(JSON.stringify(['shifts', start_time.toISOString().replace('Z', '000Z'), Number(id)])).toString(
    'base64url',
  );
