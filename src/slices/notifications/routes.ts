import { type Route, route } from '#platform/http/route.ts';
import { PathId } from '#platform/http/schema.ts';
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

/** What the links in messages open. The link itself is the proof of who is asking. */
const linked = {
  tag: 'Links in messages',
  access: 'open',
  params: LinkToken,
  responseType: 'text/html',
  refuses: ['token_invalid'],
} as const;

const setup = {
  tag: 'Organizations',
  access: 'authenticated',
  permission: 'organization.change',
  params: PathId,
  refuses: ['forbidden', 'not_found'],
} as const;

export function notificationRoutes(platform: Platform): Route[] {
  return [
    route({
      ...linked,
      method: 'GET',
      path: '/cant-come/{token}',
      operationId: 'askCantCome',
      summary: 'The page behind a “can’t come” link',
      description: 'Changes nothing: programs that check mails follow links.',
      handle: (_call, { params }) => cantComePage(platform, params.token),
    }),
    route({
      ...linked,
      method: 'POST',
      path: '/cant-come/{token}',
      operationId: 'cantCome',
      summary: 'Give the seat back that the link was sent for',
      description: 'Works once. 409 where the shift can no longer be cancelled this way.',
      refuses: ['token_invalid', 'conflict'],
      pageStatuses: [409],
      ignoresBody: true,
      handle: async (call, { params }, reply) => {
        const result = await cancelByLink(platform, call, params.token);
        if (result.outcome === 'refused') void reply.code(409);
        return await cantComePage(platform, params.token, result);
      },
    }),
    route({
      ...setup,
      method: 'GET',
      path: '/organizations/{id}/setup',
      operationId: 'readSetup',
      summary: 'What is left to set up',
      response: Setup,
      handle: (call, { params }) => readSetup(platform, call, params.id),
    }),
    route({
      ...setup,
      method: 'POST',
      path: '/organizations/{id}/test-mail',
      operationId: 'sendTestMail',
      summary: 'Send a test email to myself',
      description: 'Answers once the mail server has taken the email or refused it.',
      budget: 'credentials',
      response: TestMailAnswer,
      handle: async (call, { params }) => await sendTestMail(platform, call, personOf(call), params.id),
    }),
    route({
      method: 'POST',
      path: '/shifts/{id}/messages',
      operationId: 'writeToShift',
      summary: 'Write to the people of a shift',
      description:
        'By mail, to each in their language around your words, unless they have turned such messages off.',
      tag: 'Shifts',
      access: 'authenticated',
      permission: 'shifts.manage',
      params: PathId,
      body: ShiftMessage,
      response: ShiftMessageAnswer,
      refuses: ['forbidden', 'not_found'],
      handle: (call, { params, body }) => writeToShift(platform, call, params.id, body),
    }),
    route({
      ...linked,
      method: 'GET',
      path: '/unsubscribe/{token}',
      operationId: 'askUnsubscribe',
      summary: 'The page behind an unsubscribe link',
      handle: (_call, { params }) => unsubscribePage(platform, params.token),
    }),
    route({
      ...linked,
      method: 'POST',
      path: '/unsubscribe/{token}',
      operationId: 'unsubscribe',
      summary: 'Stop messages of a kind, or all',
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
