import { systemCall } from '#kernel/call.ts';
import { writeAudit } from '#platform/audit/index.ts';
import { inTransaction } from '#platform/db/index.ts';
import { greet, renderEmail } from '#platform/mail/email.ts';
import { queueMail } from '#platform/mail/index.ts';
import type { Platform } from '#platform/slice.ts';
import type { Addressee, WebhookTools } from '../gate.ts';
import type en from '../messages/en.ts';
import { webhookTexts } from '../messages/index.ts';
import { deactivate, type EndpointRow, findEndpoint, lockEndpoint } from '../sql/endpoints.ts';

/** Stops sending to an endpoint that has failed for too long, and emails the people who manage it now. */
export async function deactivateFailing(
  platform: Platform,
  tools: WebhookTools,
  endpointId: number,
  reason: 'gone' | 'failing',
): Promise<void> {
  const call = systemCall('webhooks', platform.clock());
  const seen = await findEndpoint(platform.database.db, endpointId);
  if (seen?.status !== 'active') return;
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
    const { organization, people } = await tools.administrators(tx, row.organization_id);
    const emails = people.map((person) => emailTo(platform, person, organization, row, reason));
    await queueMail(tx, platform.database, ...emails);
  });
}

function emailTo(
  platform: Platform,
  { id, email, name, language }: Addressee,
  organization: string,
  endpoint: EndpointRow,
  reason: 'gone' | 'failing',
) {
  const say = (part: keyof typeof en.mail.deactivated) =>
    webhookTexts.say(language, `mail.deactivated.${part}`, { endpoint: endpoint.name, organization });
  const rendered = renderEmail({
    language,
    subject: say('subject'),
    greeting: greet(language, name),
    paragraphs: [say(reason), say('next')],
    facts: [
      [say('organization'), organization],
      [say('address'), endpoint.url],
    ],
    actions: [{ label: say('open'), url: `${platform.publicUrl()}/manage/webhooks/${endpoint.id}` }],
    footer: say('footer'),
    footerLinks: [],
  });
  return { to: email, userId: id, fromName: organization, ...rendered };
}
