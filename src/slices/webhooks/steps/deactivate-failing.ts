import { systemCall } from '#kernel/call.ts';
import { writeAudit } from '#platform/audit/index.ts';
import { inTransaction, type Tx } from '#platform/db/index.ts';
import { queueMail } from '#platform/mail/index.ts';
import { greet, renderLetter } from '#platform/mail/letter.ts';
import type { Platform } from '#platform/slice.ts';
import type { Addressee, WebhookTools } from '../gate.ts';
import { textsIn } from '../messages.ts';
import { deactivate, type EndpointRow, findEndpoint, lockEndpoint } from '../sql/endpoints.ts';

/** What nobody listens to is left alone, and those who look after it are told. */
export async function deactivateFailing(
  platform: Platform,
  tools: WebhookTools,
  endpointId: number,
  reason: 'gone' | 'failing',
): Promise<void> {
  const call = systemCall('webhooks', platform.clock());
  const seen = await findEndpoint(platform.database.db, endpointId);
  if (seen?.status !== 'active') return;
  const { organization, people } = await tools.administrators(seen.organization_id);
  await inTransaction(platform.database, {}, async (tx) => {
    const row = await lockEndpoint(tx, endpointId);
    if (row?.status !== 'active') return;
    const cancelled = await deactivate(tx, endpointId, reason, call.now);
    await writeAudit(tx, call, {
      organizationId: row.organization_id,
      action: 'webhook_endpoint.deactivated',
      objectId: endpointId,
      before: { status: 'active' },
      after: { status: 'inactive', cancelled },
      reason,
    });
    for (const person of people) await writeTo(tx, platform, person, organization, row, reason);
  });
}

async function writeTo(
  tx: Tx,
  platform: Platform,
  { email, name, language }: Addressee,
  organization: string,
  endpoint: EndpointRow,
  reason: 'gone' | 'failing',
): Promise<void> {
  const { subject, gone, failing, remedy, withWhom, address, open, footer } = textsIn(language).deactivated;
  const letter = renderLetter({
    language,
    subject: subject(endpoint.name),
    greeting: greet(language, name),
    paragraphs: [reason === 'gone' ? gone : failing, remedy],
    facts: [
      [withWhom, organization],
      [address, endpoint.url],
    ],
    actions: [{ label: open, url: `${platform.publicUrl()}/manage/webhooks/${endpoint.id}` }],
    footer: footer(organization),
    footerLinks: [],
  });
  await queueMail(tx, platform.database, { to: email, fromName: organization, ...letter });
}
