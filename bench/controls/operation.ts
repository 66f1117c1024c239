import type { CustomTypesConfig, QueryResult, QueryResultRow } from 'pg';

/** A connection, or a pool for operations of a single statement. */
export interface Queryable {
  query<Row extends QueryResultRow>(query: {
    name?: string;
    text: string;
    values?: unknown[];
    types?: CustomTypesConfig;
  }): Promise<QueryResult<Row>>;
}

export interface OperationInput {
  readonly params: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/**
 * What a row does to the database, written once: the loader drives it bare, the control serves it over HTTP.
 * It does the same as Muster, without accounts, permissions, audit and events.
 */
export interface Operation {
  readonly method: 'GET' | 'POST';
  /** As Fastify writes it, with `:id`. */
  readonly path: string;
  /** It begins and commits on its own, so it needs one connection for all its statements. */
  readonly inTransaction: boolean;
  /** SQL that creates its own tables, if it doesn't use those of Muster. Runs once, before the control starts. */
  readonly tables?: string;
  /** JSON Schema of the answer: with one, Fastify serializes as fast as it can. */
  readonly response: object;
  inputOf(turn: number): OperationInput;
  run(connection: Queryable, input: OperationInput): Promise<unknown>;
}

export async function loadOperation(name: string): Promise<Operation> {
  const module = (await import(`./operations/${name}.ts`)) as { operation: Operation };
  return module.operation;
}

/** Fastify answers with this status. */
export const refused = (statusCode: number): Error => Object.assign(new Error('refused'), { statusCode });
