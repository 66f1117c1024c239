import type { Stage } from './stage.ts';

export interface BenchPerson {
  readonly email: string;
  readonly password: string;
  readonly authorization: string;
}

/** Organization 1 with mission 1 and program 1. */
export function organizationOne(stage: Stage): Promise<void> {
  return stage.once('organization', async () => {
    await stage.sql(`
      insert into organizations (id, name) values (1, 'Harbour Food Bank');
      insert into missions (id, organization_id, name) values (1, 1, 'Feed the harbour');
      insert into programs (id, organization_id, name, description, default_mission_id)
        values (1, 1, 'Saturday kitchen', 'Cooking and serving lunch for two hundred guests.', 1);
    `);
  });
}

/** Person 1, who has an account like everyone and is logged in. */
export function personOne(stage: Stage): Promise<BenchPerson> {
  return stage.once('person', async () => {
    const account = { email: 'alex@example.org', password: 'correct horse battery' };
    await post(stage, '/api/v1/auth/signup', { ...account, name: 'Alex Example' });
    const tokens = await post(stage, '/api/v1/auth/login', account);
    return { ...account, authorization: `Bearer ${tokens['access_token']}` };
  });
}

async function post(stage: Stage, path: string, body: object): Promise<Record<string, unknown>> {
  const answer = await fetch(stage.muster.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path} answers ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Record<string, unknown>;
}

/** A control that answers something else would compare nothing. */
export async function assertSameAnswer(
  url: string,
  otherUrl: string,
  headers: Record<string, string> = {},
): Promise<void> {
  const [one, other] = await Promise.all(
    [url, otherUrl].map(async (each) => sorted(await (await fetch(each, { headers })).json())),
  );
  if (one !== other) throw new Error(`the control answers otherwise:\n${one}\n${other}`);
}

function sorted(body: unknown): string {
  return JSON.stringify(Object.entries(body as object).sort(([a], [b]) => a.localeCompare(b)));
}
