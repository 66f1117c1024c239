import { sql } from 'kysely';
import { type Reader, send, type Tx } from '#platform/db/index.ts';
import type { Grant } from '#slices/organizations/index.ts';
import type { Audience } from '../rules/messages.ts';
import type { MessageText, Target } from '../schema/messages.ts';

type Sender = Grant<'messages.send'> | Grant<'shifts.manage'>;

export interface Reachable {
  readonly user_id: number;
  readonly name: string;
  readonly language: string;
  readonly time_zone: string;
  readonly has_address: boolean;
  readonly is_off: boolean;
}

/** The members that a message is for, one more than `limit` at most. */
export async function selectRecipients(
  db: Reader,
  { organizationId }: Sender,
  target: Target,
  { now, limit }: { now: Temporal.Instant; limit: number },
): Promise<Reachable[]> {
  const { rows } = await sql<Reachable>`
    select m.user_id, u.name, u.language, u.time_zone, u.email is not null as has_address,
      coalesce(u.notification_preferences -> 'shift_message' ->> 'email' = 'false', false) as is_off
    from memberships m join users u on u.id = m.user_id
    where m.organization_id = ${organizationId} and u.erased_at is null and ${within(organizationId, target, now)}
    order by m.user_id limit ${limit + 1}
  `.execute(db);
  return rows;
}

function within(organizationId: number, target: Target, now: Temporal.Instant) {
  const { user_ids, shift_id, role_id, program_id, statuses = ['active', 'pending_approval'] } = target;
  if (user_ids) return sql`m.user_id = any(${[...user_ids]}::bigint[])`;
  const ofRole = role_id === undefined ? sql`` : sql`and r.role_id = ${role_id}`;
  if (shift_id !== undefined)
    return sql`m.user_id in (select r.user_id from registrations r where r.organization_id = ${organizationId}
      and r.shift_id = ${shiftId(target)} and r.status = any(${[...statuses]}::text[]) ${ofRole})`;
  if (program_id !== undefined)
    return sql`m.user_id in (select r.user_id from registrations r
      join shifts s on s.id = r.shift_id and s.organization_id = ${organizationId}
      where r.organization_id = ${organizationId} and s.program_id = ${program_id} and s.status = 'published'
        and s.end_time > ${now} and r.status = any(${[...statuses]}::text[]))`;
  return sql`true`;
}

const shiftId = ({ shift_id }: Target): number => shift_id ?? 0;

export interface NewMessage {
  readonly audience: Audience;
  readonly target: Target;
  readonly roleName: string | null;
  readonly filter: { readonly id: number | null; readonly name: string | null } | undefined;
  readonly senderId: number | null;
  readonly texts: readonly MessageText[];
  readonly recipients: readonly Reachable[];
  readonly now: Temporal.Instant;
}

/** The message, its recipients, and a notice in the queue for each of them. */
export async function insertMessage(
  tx: Tx,
  { organizationId }: Sender,
  message: NewMessage,
): Promise<number> {
  const { audience, target, roleName, filter, senderId, texts, recipients, now } = message;
  const { rows } = await sql<{ id: number }>`
    insert into messages (organization_id, audience, shift_id, role_name, program_id, filter_id, filter_name, sender_id,
      texts, recipients, created_at)
    values (${organizationId}, ${audience}, ${target.shift_id ?? null}, ${roleName}, ${target.program_id ?? null},
      ${filter?.id ?? null}, ${filter?.name ?? null}, ${senderId}, ${JSON.stringify(texts)}::jsonb,
      ${recipients.length}, ${now})
    returning id
  `.execute(tx);
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('a message was not written');
  await send(
    tx,
    sql`
    insert into message_recipients (message_id, organization_id, user_id, status, outcome, changed_at)
    select ${id}::bigint, ${organizationId}::bigint, user_id, status, outcome, ${now}::timestamptz
    from unnest(${recipients.map(({ user_id }) => user_id)}::bigint[], ${recipients.map(firstStatus)}::text[],
      ${recipients.map(({ has_address }) => (has_address ? null : 'no_address'))}::text[])
      as given (user_id, status, outcome)
  `,
  );
  await send(
    tx,
    sql`
    insert into notifications (key, kind, user_id, organization_id, shift_id, details, about_at, created_at)
    select 'message:' || ${id}::bigint || ':' || user_id, 'shift_message', user_id, ${organizationId}::bigint,
      ${target.shift_id ?? null}::bigint, jsonb_build_object('message_id', ${id}::bigint), ${now}::timestamptz,
      ${now}::timestamptz
    from unnest(${recipients.map(({ user_id }) => user_id)}::bigint[]) as given (user_id)
  `,
  );
  return id;
}

const firstStatus = ({ has_address, is_off }: Reachable): string =>
  is_off ? 'opted_out' : has_address ? 'queued' : 'failed';

/** How many messages an organization has sent since then. */
export async function countSent(
  db: Reader,
  { organizationId }: Sender,
  since: Temporal.Instant,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from messages where organization_id = ${organizationId} and created_at > ${since}
  `.execute(db);
  return rows[0]?.count ?? 0;
}

export interface Delivered {
  readonly organizationId: number;
  readonly messageId: number;
  readonly userId: number;
  readonly status: 'sent' | 'failed' | 'opted_out';
  readonly outcome: string | null;
}

/** What became of emails that carry messages. */
export async function noteDelivered(
  db: Reader,
  all: readonly Delivered[],
  now: Temporal.Instant,
): Promise<void> {
  for (const [organizationId, own] of Map.groupBy(all, (one) => one.organizationId)) {
    await sql`
      update message_recipients r set status = given.status, outcome = given.outcome, changed_at = ${now}
      from unnest(${own.map(({ messageId }) => messageId)}::bigint[], ${own.map(({ userId }) => userId)}::bigint[],
          ${own.map(({ status }) => status)}::text[], ${own.map(({ outcome }) => outcome)}::text[])
        as given (message_id, user_id, status, outcome)
      where r.organization_id = ${organizationId} and r.message_id = given.message_id and r.user_id = given.user_id
    `.execute(db);
  }
}

export interface MessageRow {
  readonly id: number;
  readonly audience: Audience;
  readonly shift_id: number | null;
  readonly shift_title: string | null;
  readonly role_name: string | null;
  readonly program_id: number | null;
  readonly program_name: string | null;
  readonly filter_id: number | null;
  readonly filter_name: string | null;
  readonly sender_id: number | null;
  readonly sender_name: string | null;
  readonly texts: readonly MessageText[];
  readonly recipients: number;
  readonly created_at: Temporal.Instant;
  readonly queued: number;
  readonly sent: number;
  readonly failed: number;
  readonly opted_out: number;
  /** Of the person whose messages are listed. */
  readonly status: RecipientRow['status'] | null;
}

/** The newest first, with how far each has come. */
export async function selectMessages(
  db: Reader,
  { organizationId }: Sender,
  filter: { shift_id?: number; user_id?: number; before: number | undefined; limit: number },
): Promise<MessageRow[]> {
  const { shift_id, user_id, before, limit } = filter;
  const { rows } = await sql<MessageRow>`
    with shown as materialized (
      select m.* from messages m
      where m.organization_id = ${organizationId}
        ${shift_id === undefined ? sql`` : sql`and m.shift_id = ${shift_id}`}
        ${before === undefined ? sql`` : sql`and m.id < ${before}`}
        ${
          user_id === undefined
            ? sql``
            : sql`and m.id in (select r.message_id from message_recipients r
                where r.organization_id = ${organizationId} and r.user_id = ${user_id})`
        }
      order by m.id desc limit ${limit + 1}
    ), counts as materialized (
      select r.message_id, count(*) filter (where r.status = 'queued')::integer as queued,
        count(*) filter (where r.status = 'sent')::integer as sent,
        count(*) filter (where r.status = 'failed')::integer as failed,
        count(*) filter (where r.status = 'opted_out')::integer as opted_out,
        ${user_id === undefined ? sql`null` : sql`min(r.status) filter (where r.user_id = ${user_id})`} as status
      from message_recipients r
      where r.organization_id = ${organizationId} and r.message_id in (select id from shown)
      group by r.message_id
    )
    select m.id, m.audience, m.shift_id, s.title as shift_title, m.role_name, m.program_id, p.name as program_name,
      m.filter_id, m.filter_name, m.sender_id, u.name as sender_name, m.texts, m.recipients, m.created_at,
      coalesce(c.queued, 0) as queued, coalesce(c.sent, 0) as sent, coalesce(c.failed, 0) as failed,
      coalesce(c.opted_out, 0) as opted_out, c.status
    from shown m
    left join counts c on c.message_id = m.id
    left join shifts s on s.id = m.shift_id and s.organization_id = ${organizationId}
    left join programs p on p.id = m.program_id and p.organization_id = ${organizationId}
    left join users u on u.id = m.sender_id
    order by m.id desc
  `.execute(db);
  return rows;
}

export interface RecipientRow {
  readonly user_id: number;
  readonly name: string;
  readonly status: 'queued' | 'sent' | 'failed' | 'opted_out';
  readonly outcome: string | null;
  readonly changed_at: Temporal.Instant;
}

export async function selectMessageRecipients(
  db: Reader,
  { organizationId }: Sender,
  messageId: number,
  { after, limit }: { after: number; limit: number },
): Promise<RecipientRow[]> {
  const { rows } = await sql<RecipientRow>`
    select r.user_id, u.name, r.status, r.outcome, r.changed_at
    from message_recipients r join users u on u.id = r.user_id
    where r.organization_id = ${organizationId} and r.message_id = ${messageId} and r.user_id > ${after}
    order by r.user_id limit ${limit + 1}
  `.execute(db);
  return rows;
}

interface OwnMessage {
  readonly organization_id: number;
  readonly shift_id: number | null;
  readonly texts: readonly MessageText[];
  readonly created_at: Temporal.Instant;
}

/** What a person has written, without whom it was for. All shards. */
export async function messagesBy(db: Reader, userId: number) {
  const { rows } = await sql<OwnMessage & { audience: Audience; recipients: number }>`
    select organization_id, audience, shift_id, role_name, program_id, filter_name, texts, recipients, created_at
    from messages where sender_id = ${userId} order by created_at, id
  `.execute(db);
  return rows;
}

/** What a person got, without whom else it was for. All shards. */
export async function messagesTo(db: Reader, userId: number) {
  const { rows } = await sql<OwnMessage & { status: RecipientRow['status']; changed_at: Temporal.Instant }>`
    select m.organization_id, m.shift_id, m.texts, m.created_at, r.status, r.changed_at
    from message_recipients r join messages m on m.id = r.message_id and m.organization_id = r.organization_id
    where r.user_id = ${userId} order by m.created_at, m.id
  `.execute(db);
  return rows;
}

export interface TemplateRow {
  readonly id: number;
  readonly name: string;
  readonly texts: readonly MessageText[];
  readonly updated_at: Temporal.Instant;
}

export async function selectTemplates(db: Reader, { organizationId }: Sender): Promise<TemplateRow[]> {
  const { rows } = await sql<TemplateRow>`
    select id, name, texts, updated_at from message_templates where organization_id = ${organizationId} order by lower(name)
  `.execute(db);
  return rows;
}

/** Undefined: another template has the name. */
export async function insertTemplate(
  tx: Tx,
  { organizationId }: Sender,
  { name, texts, now }: { name: string; texts: readonly MessageText[]; now: Temporal.Instant },
): Promise<TemplateRow | undefined> {
  const { rows } = await sql<TemplateRow>`
    insert into message_templates (organization_id, name, texts, updated_at)
    values (${organizationId}, ${name}, ${JSON.stringify(texts)}::jsonb, ${now})
    on conflict do nothing returning id, name, texts, updated_at
  `.execute(tx);
  return rows[0];
}

export async function lockTemplate(
  tx: Tx,
  { organizationId }: Sender,
  id: number,
): Promise<TemplateRow | undefined> {
  const { rows } = await sql<TemplateRow>`
    select id, name, texts, updated_at from message_templates
    where organization_id = ${organizationId} and id = ${id} for no key update
  `.execute(tx);
  return rows[0];
}

export async function updateTemplate(
  tx: Tx,
  { organizationId }: Sender,
  { id, name, texts, updated_at }: TemplateRow,
): Promise<void> {
  await sql`
    update message_templates set name = ${name}, texts = ${JSON.stringify(texts)}::jsonb, updated_at = ${updated_at}
    where organization_id = ${organizationId} and id = ${id}
  `.execute(tx);
}

export async function deleteTemplate(
  tx: Tx,
  { organizationId }: Sender,
  id: number,
): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    delete from message_templates where organization_id = ${organizationId} and id = ${id} returning name
  `.execute(tx);
  return rows[0]?.name;
}
