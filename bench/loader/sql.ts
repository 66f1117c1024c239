import pg from 'pg';
import { loadOperation } from '../controls/operation.ts';
import type { Sample, SqlLoad } from '../row.ts';
import { Latencies } from './latencies.ts';

const kept = new Map<string, Promise<pg.Client[]>>();

/** The same statements with nothing around them: what PostgreSQL and its driver would give. */
export async function driveSql(load: SqlLoad, seconds: number): Promise<Sample> {
  const operation = await loadOperation(load.operation);
  const clients = await clientsFor(load, operation.inTransaction);
  const latencies = new Latencies();
  const startMs = performance.now();
  const endMs = startMs + seconds * 1_000;
  let turn = 0;
  await Promise.all(
    clients.map(async (client) => {
      for (let nowMs = performance.now(); nowMs < endMs; ) {
        await operation.run(client, operation.inputOf(turn++));
        const afterMs = performance.now();
        latencies.add(afterMs - nowMs);
        nowMs = afterMs;
      }
    }),
  );
  return latencies.toSample(performance.now() - startMs);
}

function clientsFor(load: SqlLoad, pipeline: boolean): Promise<pg.Client[]> {
  const key = JSON.stringify(load);
  let opened = kept.get(key);
  if (!opened) {
    opened = Promise.all(
      Array.from({ length: load.connections }, async () => {
        const client = new pg.Client({
          connectionString: load.databaseUrl,
          application_name: 'bench sql',
          // As the service's own connections do.
          pipeline,
        });
        await client.connect();
        return client;
      }),
    );
    kept.set(key, opened);
  }
  return opened;
}
