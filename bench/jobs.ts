import pg from 'pg';
import { tokensOfPeople } from './sign-ups.ts';
import type { Stage } from './stage.ts';

/** Asks the service to do a job now, as someone who owns the organization. */
export async function askForJob(
  stage: Stage,
  job: 'aggregate-hours' | 'send-reminders',
  organizationId: number,
  ownerId: number,
): Promise<Record<string, number>> {
  const authorization = (await tokensOfPeople(stage)).get(ownerId) ?? '';
  const answer = await fetch(`${stage.muster.url}/api/v1/jobs/${job}`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ organization_id: organizationId }),
  });
  if (!answer.ok) throw new Error(`${job} answers ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Record<string, number>;
}

/** One piece of work over many rows, as a round shows it. */
export function sampleOf(rows: number, tookMs: number) {
  return { count: rows, perSecond: (rows / tookMs) * 1_000, p50Ms: tookMs, p99Ms: tookMs };
}

export async function timed<Result>(
  work: () => Promise<Result>,
): Promise<{ result: Result; tookMs: number }> {
  const startMs = performance.now();
  const result = await work();
  return { result, tookMs: performance.now() - startMs };
}

/** How long one statement takes on a connection that is open already. */
export async function statementMs(stage: Stage, text: string): Promise<number> {
  const client = new pg.Client({ connectionString: stage.databaseUrl });
  await client.connect();
  return (await timed(() => client.query(text)).finally(() => client.end())).tookMs;
}
