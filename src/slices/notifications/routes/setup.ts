import { type Route, routesFor } from '#platform/http/route.ts';
import type { Platform } from '#platform/slice.ts';
import { personOf } from '#slices/accounts/index.ts';
import { sendTestMail } from '../commands/send-test-mail.ts';
import { readSetup } from '../reads/setup.ts';
import { Setup, TestMailAnswer } from '../schema/setup.ts';

const setup = routesFor({ tag: 'Organizations', access: 'authenticated', permission: 'organization.change' });

export function setupRoutes(platform: Platform): Route[] {
  return [
    setup.read('/organizations/{id}/setup', 'readSetup', 'List the remaining set-up steps', {
      description: 'For owners and admins of a new organization.',
      response: Setup,
      handle: (call, { params }) => readSetup(platform, call, params.id),
    }),
    setup.act('/organizations/{id}/test-mail', 'sendTestMail', 'Send a test email to myself', {
      description: 'Waits until the mail server has accepted or refused it.',
      budget: 'credentials',
      response: TestMailAnswer,
      handle: async (call, { params }) => await sendTestMail(platform, call, personOf(call), params.id),
    }),
  ];
}
