import type { HttpLoad, Sample } from '../row.ts';
import { Connection } from './connection.ts';
import { Latencies } from './latencies.ts';
import { linesOf } from './lines.ts';

const kept = new Map<string, Promise<Connection[]>>();

export async function driveHttp(load: HttpLoad, seconds: number): Promise<Sample> {
  const connections = await connectionsFor(load);
  return await (load.perSecond === undefined
    ? askInTurn(connections, seconds, load)
    : askAtPace(connections, load.perSecond, seconds));
}

function connectionsFor(load: HttpLoad): Promise<Connection[]> {
  const key = JSON.stringify(load);
  let opened = kept.get(key);
  if (!opened) {
    const url = new URL(load.url);
    const request = requestOf(url, load);
    opened = Promise.all(Array.from({ length: load.connections }, () => Connection.open(url, request)));
    kept.set(key, opened);
  }
  return opened;
}

function requestOf(url: URL, load: HttpLoad): Buffer {
  const body = load.body === undefined ? '' : JSON.stringify(load.body);
  const headers: Record<string, string> = {
    host: url.host,
    'user-agent': 'muster-bench',
    ...(body !== '' && {
      'content-type': 'application/json',
      'content-length': `${Buffer.byteLength(body)}`,
    }),
    ...load.headers,
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(
    `${load.method ?? 'GET'} ${url.pathname}${url.search} HTTP/1.1\r\n${lines.join('')}\r\n${body}`,
  );
}

/** What is sent next, when each request is another one. */
function requestsOf(load: HttpLoad): (() => Buffer | undefined) | undefined {
  if (load.paths) {
    const requests = load.paths.map((path) => requestOf(new URL(path, load.url), load));
    let sent = 0;
    return () => requests[sent++ % requests.length];
  }
  if (load.eachOnce === undefined) return undefined;
  const lines = linesOf(load.eachOnce, load.url);
  return () => {
    const [path, authorization = '', body] = lines.next()?.split('\t') ?? [];
    if (path === undefined) return undefined;
    const content = body === undefined ? {} : { body: JSON.parse(body) as unknown };
    return requestOf(new URL(path, load.url), { ...load, ...content, headers: { authorization } });
  };
}

/** Fixed connections, each asking again as soon as it is answered: how much goes through. */
function askInTurn(connections: readonly Connection[], seconds: number, load: HttpLoad): Promise<Sample> {
  const latencies = new Latencies();
  const next = requestsOf(load);
  const startMs = performance.now();
  const endMs = startMs + seconds * 1_000;
  return new Promise((resolve, reject) => {
    let busy = connections.length;
    const rest = (nowMs: number) => {
      busy -= 1;
      if (busy > 0) return;
      if (latencies.count === 0) reject(new Error(`${load.eachOnce}: every request has been sent`));
      else resolve(latencies.toSample(nowMs - startMs));
    };
    for (const connection of connections) {
      const ask = () => {
        const askedMs = performance.now();
        const request = next?.();
        if (next && !request) return rest(askedMs);
        connection.ask(
          (status) => {
            const nowMs = performance.now();
            if (status >= 400 && !load.refusals?.includes(status))
              return reject(new Error(`an answer with status ${status}`));
            latencies.add(nowMs - askedMs);
            return nowMs < endMs ? ask() : rest(nowMs);
          },
          reject,
          request,
        );
      };
      ask();
    }
  });
}

/**
 * A fixed pace whatever the server does: how long people wait. A request that finds no free connection queues
 * here, and its waiting counts, so that a server which stalls cannot hide it by being asked less.
 */
function askAtPace(connections: readonly Connection[], perSecond: number, seconds: number): Promise<Sample> {
  const latencies = new Latencies();
  const free = [...connections];
  const queue: number[] = [];
  const startMs = performance.now();
  const total = Math.round(perSecond * seconds);
  let due = 0;
  let answered = 0;
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => {
      clearInterval(ticking);
      reject(error);
    };
    const next = (connection: Connection) => {
      const dueMs = queue.shift();
      if (dueMs === undefined) {
        free.push(connection);
        return;
      }
      connection.ask((status) => {
        if (status >= 400) return fail(new Error(`an answer with status ${status}`));
        const nowMs = performance.now();
        latencies.add(nowMs - dueMs);
        answered += 1;
        if (answered === total) resolve(latencies.toSample(nowMs - startMs));
        next(connection);
      }, fail);
    };
    const ticking = setInterval(() => {
      const nowMs = performance.now();
      for (; due < total && due < ((nowMs - startMs) / 1_000) * perSecond; due += 1) {
        queue.push(nowMs);
        const connection = free.pop();
        if (connection) next(connection);
      }
      if (due === total) clearInterval(ticking);
    }, 1);
  });
}
