import { createWorker } from '#app/service.ts';
import { inTransaction } from '#platform/db/index.ts';
import { record } from '#platform/outbox/index.ts';
import { type Client, expect200, type PeopleApp, type Person, peopleApp } from './people.ts';
import { type Answering, type Receiver, startReceiver } from './receiver.ts';

export interface Hook {
  readonly id: number;
  readonly secret: string;
}

export interface HookWorld {
  readonly muster: PeopleApp;
  readonly owner: Person;
  readonly client: Client;
  readonly organization: number;
  readonly receiver: Receiver;
  /** An endpoint at this path of the receiver. */
  hook(path: string, events?: readonly string[]): Promise<Hook>;
  /** Something happens in the organization, as any slice would say it. Returns the ids. */
  happen(count?: number, type?: string, data?: object): Promise<string[]>;
  /** Delivers what is due, here and now. */
  process(
    body?: object,
  ): Promise<{ accepted: number; processed: number; delivered: number; failed: number; remaining: number }>;
  status(query?: string): Promise<Attempt[]>;
  work(): Promise<{ stop(): Promise<void> }>;
}

export interface Attempt {
  readonly id: number;
  readonly delivery_id: number;
  readonly envelope_id: string;
  readonly event: string;
  readonly endpoint_id: number;
  readonly status: string;
  readonly attempt: number;
  readonly cause: string;
  readonly response_status: number | null;
  readonly response_body: string | null;
  readonly duration_ms: number | null;
  readonly error_code: string | null;
  readonly error: string | null;
  readonly next_attempt_at: string | null;
  readonly created_at: string;
}

/** An organization with a receiver for its webhooks. */
export async function hookWorld(answer?: Answering): Promise<HookWorld> {
  const muster = await peopleApp({ MUSTER_ALLOW_TARGETS: '127.0.0.0/8' });
  const owner = await muster.person('Hook Owner');
  const organization = await muster.organization(owner, 'Hooked');
  // A key outlives the clock that tests put forward.
  const client = muster.as(await muster.apiKey(owner, organization, ['webhooks', 'jobs', 'audit']));
  const receiver = await startReceiver(answer);
  return {
    muster,
    owner,
    client,
    organization,
    receiver,
    async hook(path, events = ['shift.checkin']) {
      const body = { name: path, url: receiver.url + path, events };
      return expect200(await client.post('/webhooks/endpoints', body)) as Hook;
    },
    async happen(count = 1, type = 'shift.checkin', data = { shift_id: 7 }) {
      const events = Array.from({ length: count }, () => ({ type, organizationId: organization, data }));
      return await inTransaction(muster.database, {}, (tx) => record(tx, muster.platform.clock(), ...events));
    },
    process: async (body) => expect200(await client.post('/webhooks/process', body)),
    status: async (query = '') => expect200(await client.get(`/webhooks/status?limit=200&${query}`)).items,
    work: () => createWorker(muster.platform, muster.database.url, { hasSchedule: false }),
  };
}
