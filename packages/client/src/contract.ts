import type { components, paths } from './schema.generated.ts';

/** What the contract says about an operation, by its method and path. */

export type { paths };
export type Schemas = components['schemas'];
export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';
export type PathOf<M extends Method> = {
  [P in keyof paths]: paths[P] extends Record<M, unknown> ? P : never;
}[keyof paths];

type Operation<P extends keyof paths, M extends Method> = paths[P] extends Record<M, infer Op> ? Op : never;
type Part<Op, Name extends 'path' | 'query'> = Op extends { parameters: { [N in Name]: infer Value } }
  ? { [N in Name]: Value }
  : Op extends { parameters: { [N in Name]?: infer Value } }
    ? [NonNullable<Value>] extends [never]
      ? unknown
      : { [N in Name]?: NonNullable<Value> }
    : unknown;
/** `{ path: { id: 12 }, query: { limit: 50 } }`, as far as the operation has them. */
export type ParamsOf<P extends keyof paths, M extends Method> = Part<Operation<P, M>, 'path'> &
  Part<Operation<P, M>, 'query'>;
export type BodyOf<P extends keyof paths, M extends Method> =
  Operation<P, M> extends { requestBody: { content: { 'application/json': infer Body } } }
    ? { body: Body }
    : Operation<P, M> extends { requestBody: { content: { 'text/csv': string } } }
      ? { body: string | Blob }
      : Operation<P, M> extends { requestBody?: { content: { 'application/json': infer Body } } }
        ? { body?: Body }
        : unknown;
export type DataOf<P extends keyof paths, M extends Method> =
  Operation<P, M> extends { responses: { 200: { content: { 'application/json': infer Data } } } }
    ? Data
    : undefined;

/** Params may be left out where nothing in them is required. */
export type OptionalParams<Params> = unknown extends Params
  ? []
  : object extends Params
    ? [params?: Params]
    : [params: Params];

export interface CursorPage<Item> {
  readonly items: readonly Item[];
  readonly next_cursor: string | null;
}
export type ItemOf<P extends PathOf<'get'>> = DataOf<P, 'get'> extends CursorPage<infer Item> ? Item : never;
export type ListPath = {
  [P in PathOf<'get'>]: DataOf<P, 'get'> extends CursorPage<unknown> ? P : never;
}[PathOf<'get'>];
