import { type Route, routesFor } from '#platform/http/route.ts';
import type { Platform } from '#platform/slice.ts';
import { personOf } from '#slices/accounts/index.ts';
import { cancelByLink } from './commands/cancel-by-link.ts';
import { sendTestMail } from './commands/send-test-mail.ts';
import { unsubscribe } from './commands/unsubscribe.ts';
import { writeToShift } from './commands/write-to-shift.ts';
import { cantComePage, readSetup, unsubscribePage } from './reads.ts';
import {
  LinkToken,
  Setup,
  ShiftMessage,
  ShiftMessageAnswer,
  TestMailAnswer,
  UnsubscribeQuery,
} from './schema.ts';

const shifts = routesFor({ tag: 'Shifts', access: 'authenticated', permission: 'shifts.manage' });

/** What the links in messages open. The link itself is the proof of who is asking. */
const linked = routesFor({ tag: 'Links in messages', access: 'open', refuses: ['token_invalid'] });
const page = { params: LinkToken, responseType: 'text/html' } as const;
const setup = routesFor({ tag: 'Organizations', access: 'authenticated', permission: 'organization.change' });

export function notificationRoutes(platform: Platform): Route[] {
  return [
    linked.get('/cant-come/{token}', 'askCantCome', 'The page behind a “can’t come” link', {
      ...page,
      description: 'Changes nothing: programs that check mails follow links.',
      handle: (_call, { params }) => cantComePage(platform, params.token),
    }),
    linked.post('/cant-come/{token}', 'cantCome', 'Give the seat back that the link was sent for', {
      ...page,
      description: 'Works once. 409 where the shift can no longer be cancelled this way.',
      refuses: ['conflict'],
      pageStatuses: [409],
      ignoresBody: true,
      handle: async (call, { params }, reply) => {
        const result = await cancelByLink(platform, call, params.token);
        if (result.outcome === 'refused') void reply.code(409);
        return await cantComePage(platform, params.token, result);
      },
    }),
    setup.read('/organizations/{id}/setup', 'readSetup', 'What is left to set up', {
      response: Setup,
      handle: (call, { params }) => readSetup(platform, call, params.id),
    }),
    setup.act('/organizations/{id}/test-mail', 'sendTestMail', 'Send a test email to myself', {
      description: 'Answers once the mail server has taken the email or refused it.',
      budget: 'credentials',
      response: TestMailAnswer,
      handle: async (call, { params }) => await sendTestMail(platform, call, personOf(call), params.id),
    }),
    shifts.act('/shifts/{id}/messages', 'writeToShift', 'Write to the people of a shift', {
      description:
        'By mail, to each in their language around your words, unless they have turned such messages off.',
      body: ShiftMessage,
      response: ShiftMessageAnswer,
      handle: (call, { params, body }) => writeToShift(platform, call, params.id, body),
    }),
    linked.get('/unsubscribe/{token}', 'askUnsubscribe', 'The page behind an unsubscribe link', {
      ...page,
      handle: (_call, { params }) => unsubscribePage(platform, params.token),
    }),
    linked.post('/unsubscribe/{token}', 'unsubscribe', 'Stop messages of a kind, or all', {
      ...page,
      description: 'Also what mail programs call by themselves (RFC 8058).',
      query: UnsubscribeQuery,
      ignoresBody: true,
      handle: async (call, { params, query }) => {
        const scope = query.scope ?? 'kind';
        await unsubscribe(platform, call, params.token, scope);
        return await unsubscribePage(platform, params.token, scope);
      },
    }),
  ];
}
