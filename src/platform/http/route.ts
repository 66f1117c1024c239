import type { FastifyReply } from 'fastify';
import { type Static, type TObject, type TSchema, Type } from 'typebox';
import type { Call } from '#kernel/call.ts';
import type { RefusalCode } from '#kernel/refusal.ts';
import { type CsvFile, mostCsvBytes } from './csv-reader.ts';
import { Id } from './schema.ts';

/**
 * Who may call a route at all. `open` does not look at tokens; `anyone` takes one if it is sent, and refuses
 * a bad one; `authenticated` needs one. Finer rights are decided by the command, which knows the organization.
 */
export type Access = 'open' | 'anyone' | 'authenticated';

export interface RouteShape<Params extends TSchema, Query extends TSchema, Body extends TSchema> {
  readonly params: Static<Params>;
  readonly query: Static<Query>;
  readonly body: Static<Body>;
}

export interface RouteDefinition<
  Params extends TSchema,
  Query extends TSchema,
  Body extends TSchema,
  Response extends TSchema,
> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below /api/v1, with parameters in braces. */
  readonly path: string;
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tag: string;
  readonly access: Access;
  /** The right that the command checks, as a name of the permission table. */
  readonly permission?: string;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  /** The body may be left out; the handler then gets an empty object. */
  readonly bodyOptional?: boolean;
  /** Whatever is sent is not looked at: forms of pages and mail programs send bodies in their own format. */
  readonly ignoresBody?: boolean;
  /** The body is a CSV file, with up to so many lines below its header. See `csvBody`. */
  readonly csvRows?: number;
  readonly bodyLimitBytes?: number;
  /** The profile of the person who asks is read together with the session. */
  readonly readsOwnProfile?: boolean;
  /** A change that is refused if the caller sends If-Match and it no longer fits. The command calls `checkIfMatch`. */
  readonly checksIfMatch?: boolean;
  /** The answer has `cache-control: no-store`: no one keeps it, so it has no ETag. */
  readonly neverStored?: boolean;
  /** A list or a report of a whole organization: it may come from a replica. */
  readonly isList?: boolean;
  /** The answer stays open: the handler takes the reply over and sends it piece by piece. */
  readonly streams?: boolean;
  readonly response?: Response;
  /** A response that is not JSON: its media type. */
  readonly responseType?: string;
  /** Media types that the caller can ask for in place of the usual one. */
  readonly alternativeTypes?: readonly string[];
  /** Refusals that are answered with a page of `responseType` too, by status. */
  readonly pageStatuses?: readonly number[];
  /** What this route refuses beyond what every route may, and what follows from its other settings. */
  readonly refuses?: readonly RefusalCode[];
  /** Which request budget it draws on: trying passwords is dearer than reading. */
  readonly budget?: 'credentials';
  readonly handle: (
    call: Call,
    input: RouteShape<Params, Query, Body>,
    reply: FastifyReply,
  ) => Promise<Static<Response> | RawAnswer>;
}

/** A route with its types forgotten, as the application keeps it. */
export interface Route extends Omit<RouteDefinition<TSchema, TSchema, TSchema, TSchema>, 'handle'> {
  handle(call: Call, input: RouteShape<TSchema, TSchema, TSchema>, reply: FastifyReply): Promise<unknown>;
}

export function route<
  Params extends TSchema,
  Query extends TSchema,
  Body extends TSchema,
  Response extends TSchema,
>(definition: RouteDefinition<Params, Query, Body, Response>): Route {
  return definition as unknown as Route;
}

/** The parameters of a path, each an id unless the route says otherwise. */
type PathParams<Path extends string> = TObject<
  Path extends `${string}{${infer Name}}${infer Rest}`
    ? Record<Name, typeof Id> & PathParams<Rest>['properties']
    : Record<never, never>
>;

type Named = 'method' | 'path' | 'operationId' | 'summary';
type Common = 'tag' | 'access' | 'permission' | 'bodyOptional' | 'refuses';
type AnyDefinition = RouteDefinition<TSchema, TSchema, TSchema, TSchema>;

type Preset = <
  const Path extends string,
  Query extends TSchema,
  Body extends TSchema,
  Response extends TSchema,
  Params extends TSchema = PathParams<Path>,
>(
  path: Path,
  operationId: string,
  summary: string,
  definition: Omit<RouteDefinition<Params, Query, Body, Response>, Named | 'tag' | 'access'>,
) => Route;

/**
 * Routes that share a tag and who may call them. The presets know the method and the refusals that such a route
 * always has; what it refuses beyond them is in its own `refuses`.
 */
export function routesFor(common: Pick<AnyDefinition, Common>) {
  const preset =
    (method: AnyDefinition['method'], ...usual: RefusalCode[]): Preset =>
    (path, operationId, summary, definition) => {
      const names = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = '']) => name);
      const params = names.length > 0 && {
        params: Type.Object(Object.fromEntries(names.map((name) => [name, Id]))),
      };
      const refuses = [...(common.refuses ?? []), ...usual, ...(definition.refuses ?? [])];
      return {
        ...common,
        method,
        path,
        operationId,
        summary,
        ...params,
        ...definition,
        refuses,
      } as unknown as Route;
    };
  const act = preset('POST', 'forbidden', 'not_found');
  return {
    list: ((path, operationId, summary, definition) =>
      preset('GET', 'forbidden', 'not_found', 'organization_required')(path, operationId, summary, {
        isList: true,
        ...definition,
      })) as Preset,
    read: preset('GET', 'forbidden', 'not_found'),
    create: preset('POST', 'forbidden', 'organization_required'),
    change: ((path, operationId, summary, definition) =>
      preset('PATCH', 'forbidden', 'not_found')(path, operationId, summary, {
        checksIfMatch: true,
        ...definition,
      })) as Preset,
    /** Does something with one resource: archives it, publishes it, sends it again. */
    act,
    /** One `act` for each move: `POST /forms/{id}/publish`. */
    moves: <Move extends string, Response extends TSchema>(
      path: string,
      name: string,
      texts: Readonly<Record<Move, readonly [summary: string, description: string]>>,
      definition: {
        readonly response: Response;
        readonly refuses?: Readonly<Partial<Record<Move, readonly RefusalCode[]>>>;
        readonly handle: (call: Call, id: number, move: Move) => Promise<Static<Response>>;
      },
    ): Route[] =>
      (Object.entries(texts) as [Move, [string, string]][]).map(([move, [summary, description]]) =>
        act(`${path}/{id}/${move}` as '/{id}', `${move}${name}`, summary, {
          description,
          response: definition.response,
          refuses: definition.refuses?.[move] ?? [],
          handle: (call, { params }) => definition.handle(call, params.id, move),
        }),
      ),
    remove: preset('DELETE', 'forbidden', 'not_found'),
    get: preset('GET'),
    post: preset('POST'),
    put: preset('PUT'),
    patch: preset('PATCH'),
    delete: preset('DELETE'),
  };
}

/** For a route that imports a CSV file: `...csvBody(2_000, 'One shift per line.')`. */
export function csvBody(csvRows: number, description: string) {
  return {
    csvRows,
    bodyLimitBytes: mostCsvBytes,
    body: Type.Unsafe<CsvFile>({ type: 'string', maxLength: mostCsvBytes, description }),
  };
}

/** An answer that is sent as it is: JSON that the database has already written, CSV, a calendar. */
export class RawAnswer {
  readonly contentType: string;
  readonly body: string | Buffer;
  readonly headers: Readonly<Record<string, string>>;

  constructor(contentType: string, body: string | Buffer, headers: Record<string, string> = {}) {
    this.contentType = contentType;
    this.body = body;
    this.headers = headers;
  }
}
