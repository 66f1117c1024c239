import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import { formatInstant } from '#kernel/time.ts';
import type { Reader } from '#platform/db/index.ts';
import { afterOf, cursorsOf, type PageInput, toPage } from '#platform/http/paging.ts';
import { authorize } from '#slices/organizations/index.ts';
import {
  messagesBy,
  messagesTo,
  selectMessageRecipients,
  selectMessages,
  selectTemplates,
} from '../sql/messages.ts';

const ofMessages = cursorsOf('messages', ['number']);
const ofRecipients = cursorsOf('message-recipients', ['number']);

/** What was written to people, to one of them or about one shift. */
export async function readMessages(
  db: Reader,
  call: Call,
  organizationId: number,
  query: PageInput & { shift_id?: number; user_id?: number },
) {
  const grant = await authorize(db, call, 'messages.send', organizationId);
  const rows = await selectMessages(db, grant, { ...query, before: afterOf(ofMessages, query) });
  return toPage(
    ofMessages,
    rows,
    query.limit,
    (row) => [row.id],
    (row) => ({ ...row, texts: [...row.texts], created_at: formatInstant(row.created_at) }),
  );
}

export async function readMessageRecipients(
  db: Reader,
  call: Call,
  { organizationId, messageId }: { organizationId: number; messageId: number },
  query: PageInput,
) {
  const grant = await authorize(db, call, 'messages.send', organizationId);
  const after = afterOf(ofRecipients, query) ?? 0;
  const rows = await selectMessageRecipients(db, grant, messageId, { after, limit: query.limit });
  // Every message has someone who got it.
  if (rows.length === 0 && query.cursor === undefined) throw refuse('not_found');
  return toPage(
    ofRecipients,
    rows,
    query.limit,
    (row) => [row.user_id],
    (row) => ({ ...row, changed_at: formatInstant(row.changed_at) }),
  );
}

export async function readTemplates(db: Reader, call: Call, organizationId: number) {
  const grant = await authorize(db, call, 'messages.send', organizationId);
  const rows = await selectTemplates(db, grant);
  return {
    items: rows.map((row) => ({ ...row, texts: [...row.texts], updated_at: formatInstant(row.updated_at) })),
  };
}

/** Messages that a person wrote or got. Who else wrote or got them is not theirs to take along. */
export async function readMessagesOf(db: Reader, userId: number) {
  const sent = await messagesBy(db, userId);
  const received = await messagesTo(db, userId);
  return {
    sent: sent.map((row) => ({ ...row, created_at: formatInstant(row.created_at) })),
    received: received.map((row) => ({
      ...row,
      created_at: formatInstant(row.created_at),
      changed_at: formatInstant(row.changed_at),
    })),
  };
}
