import type { Stage } from './stage.ts';

/** What one round of one target has shown. */
export interface Sample {
  readonly count: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** CPU time of the server for one request: it wavers far less than the rate when others use the machine. */
  readonly cpuUs?: number;
  /** Whatever else the round has counted, by the name it is printed under. */
  readonly extra?: Readonly<Record<string, number>>;
}

export interface HttpLoad {
  readonly kind: 'http';
  readonly url: string;
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** A file with one request a line (its path, Authorization header and JSON body, if any, separated by tabs); each is sent once. */
  readonly eachOnce?: string;
  /** Paths that are asked for in turn, instead of the one in `url`. */
  readonly paths?: readonly string[];
  /** Refusals that count as answers too. */
  readonly refusals?: readonly number[];
  readonly connections: number;
  /** Requests start at this pace, answered or not. Without it each connection asks again once it is answered. */
  readonly perSecond?: number;
}

/** The statements alone: an operation of the controls, over as many connections. */
export interface SqlLoad {
  readonly kind: 'sql';
  readonly databaseUrl: string;
  readonly operation: string;
  readonly connections: number;
}

export type Load = HttpLoad | SqlLoad;

export interface Target {
  readonly name: string;
  /** One round: a load, or something else that is measured. */
  readonly round: Load | (() => Promise<Sample>);
  /** The server that is loaded, to read its CPU time. */
  readonly pid?: number | undefined;
  /** Waits for what follows from a round, so that it doesn't slow down the next target. */
  readonly untilFollowed?: () => Promise<void>;
  /** Runs beside the load, from its own process; its rate is reported as an extra. */
  readonly beside?: { readonly name: string; readonly load: HttpLoad };
}

export type Figure = 'perSecond' | 'p50Ms' | 'p99Ms' | 'seconds';

/** What we would like to see. It is printed, and nothing fails: a shared machine breaks no promise of ours. */
export interface Aim {
  /** The target that the first one is held against; without it the figure itself is meant. */
  readonly against?: string;
  readonly atLeast?: number;
  readonly atMost?: number;
}

export interface Row {
  readonly name: string;
  readonly measures: string;
  readonly figure: Figure;
  readonly aim?: Aim;
  /** What limits the row now, as measured: shown in docs/performance.md. */
  readonly limitedBy?: string;
  readonly rounds?: number;
  readonly roundSeconds?: number;
  /** For the first target, where the usual four seconds are too few requests to compile its code. */
  readonly warmUpSeconds?: number;
  /** What goes on while the row is measured; returns what ends it. */
  during?(stage: Stage): Promise<() => Promise<void>>;
  /** Makes the data and starts the limits. The first target is the one that the others are compared to. */
  setup(stage: Stage): Promise<readonly [Target, ...Target[]]>;
}
