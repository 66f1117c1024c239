import type { Call } from '#kernel/call.ts';
import type { EventType } from '#kernel/event.ts';
import { refuse } from '#kernel/refusal.ts';
import { inTransaction, type Reader, type Tx } from '#platform/db/index.ts';
import type { OrganizationScope } from '#platform/jobs/ownership.ts';
import type { Platform } from '#platform/slice.ts';
import { type EndpointRow, findEndpoint, lockEndpoint } from './sql/endpoints.ts';

export interface Addressee {
  readonly id: number;
  readonly email: string;
  readonly name: string;
  readonly language: string;
}

/** What the application lends this slice, which knows no other. */
export interface WebhookTools {
  /** Finds the organization whose webhooks the caller may manage. */
  gate(call: Call, organizationId: number | undefined): Promise<number>;
  /** Refuses a caller who may not run jobs in this organization. */
  gateEvents(call: Call, organizationId: number): Promise<number>;
  /** Refuses a caller who may run jobs nowhere; returns the organizations whose deliveries they may see. */
  gateAnywhere(call: Call): Promise<OrganizationScope>;
  /** Every type of event, from all slices, each with the key of its text. */
  catalogue(): readonly (EventType & { readonly text: string })[];
  eventNames(): readonly string[];
  /** Whom to write to about the webhooks of an organization, and what it is called. */
  administrators(
    db: Reader,
    organizationId: number,
  ): Promise<{ organization: string; people: readonly Addressee[] }>;
  /** Hands on events that have not been handed on yet, until the given time of performance.now(). */
  relay(deadlineMs: number): Promise<void>;
}

/** An endpoint that the caller may manage; to anyone else it does not exist. */
export async function readAllowed(
  db: Reader,
  tools: WebhookTools,
  call: Call,
  id: number,
): Promise<EndpointRow> {
  const row = await findEndpoint(db, id);
  if (!row) throw refuse('not_found');
  await tools.gate(call, row.organization_id);
  return row;
}

/** The same endpoint, held for a change. */
export async function requireEndpoint(tx: Tx, id: number): Promise<EndpointRow> {
  const row = await lockEndpoint(tx, id);
  if (!row) throw refuse('not_found');
  return row;
}

/** Work on a locked endpoint. The gate is asked before, because it uses another connection. */
export async function withEndpoint<Answer>(
  platform: Platform,
  tools: WebhookTools,
  call: Call,
  id: number,
  work: (tx: Tx, row: EndpointRow) => Promise<Answer>,
): Promise<Answer> {
  await readAllowed(platform.database.db, tools, call, id);
  return await inTransaction(
    platform.database,
    call,
    async (tx) => await work(tx, await requireEndpoint(tx, id)),
  );
}

export function requireActive(row: Pick<EndpointRow, 'status'> | undefined): void {
  if (row?.status !== 'active') throw refuse('endpoint_inactive');
}
