import type { Queryable } from './operation.ts';

/** As a plain program does it: each statement is a round trip. */
export async function transaction<Result>(
  connection: Queryable,
  work: () => Promise<Result>,
): Promise<Result> {
  await connection.query({ text: 'begin' });
  try {
    const result = await work();
    await connection.query({ text: 'commit' });
    return result;
  } catch (error) {
    await connection.query({ text: 'rollback' });
    throw error;
  }
}
