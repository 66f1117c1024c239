import { Type } from 'typebox';
import { type Route, routesFor } from '#platform/http/route.ts';
import { Id } from '#platform/http/schema.ts';
import type { Platform } from '#platform/slice.ts';
import { changeTemplate, createTemplate, removeTemplate } from '../commands/manage-templates.ts';
import { writeMessage } from '../commands/write-message.ts';
import { writeToShift } from '../commands/write-to-shift.ts';
import { readMessageRecipients, readMessages, readTemplates } from '../reads/messages.ts';
import {
  MessageAnswer,
  MessagePage,
  MessageQuery,
  MessageRequest,
  RecipientPage,
  RecipientQuery,
  ShiftMessage,
  ShiftMessageAnswer,
  Template,
  TemplateList,
  TemplateRequest,
} from '../schema/messages.ts';

const shifts = routesFor({ tag: 'Messages', access: 'authenticated', permission: 'shifts.manage' });
const messages = routesFor({ tag: 'Messages', access: 'authenticated', permission: 'messages.send' });
const templatePath = Type.Object({ id: Id, template_id: Id });

export function messageRoutes(platform: Platform): Route[] {
  const { db } = platform.database;
  return [
    shifts.act('/shifts/{id}/messages', 'writeToShift', 'Email the people on a shift', {
      description:
        'Everyone gets your text as it is. To write in several languages, use `POST /organizations/{id}/messages`. People who have turned off such messages don’t get it.',
      body: ShiftMessage,
      response: ShiftMessageAnswer,
      refuses: ['rate_limited'],
      handle: async (call, { params, body }) => {
        const { success, message, id, recipients } = await writeToShift(platform, call, params.id, body);
        return { success, message, id, recipients };
      },
    }),
    messages.act('/organizations/{id}/messages', 'writeMessage', 'Write to people', {
      description:
        'To named people, a shift, one role of it, a program, a filter of the list of people or all members, up to 5,000 people and 60 messages an hour. Each person gets an email with the text in their language. With `dry_run`, the response only says who would get it. With an API key, `filter_id` must be a shared filter.',
      body: MessageRequest,
      response: MessageAnswer,
      refuses: ['rate_limited'],
      handle: (call, { params, body }) => writeMessage(platform, call, params.id, body),
    }),
    messages.read('/organizations/{id}/messages', 'listMessages', 'List messages', {
      description: 'The newest first, with the number of people that each has reached.',
      query: MessageQuery,
      response: MessagePage,
      handle: (call, { params, query }) => readMessages(db, call, params.id, query),
    }),
    messages.read(
      '/organizations/{id}/messages/{message_id}/recipients',
      'listMessageRecipients',
      'List the people a message was sent to',
      {
        description: 'With what became of the email to each.',
        query: RecipientQuery,
        response: RecipientPage,
        handle: (call, { params, query }) =>
          readMessageRecipients(db, call, { organizationId: params.id, messageId: params.message_id }, query),
      },
    ),
    messages.read('/organizations/{id}/message-templates', 'listMessageTemplates', 'List message templates', {
      description: 'By name, at most 100.',
      response: TemplateList,
      handle: (call, { params }) => readTemplates(db, call, params.id),
    }),
    messages.act(
      '/organizations/{id}/message-templates',
      'createMessageTemplate',
      'Create a message template',
      {
        description: 'For everyone who writes messages in this organization. A name is used once.',
        body: TemplateRequest,
        response: Template,
        refuses: ['conflict'],
        handle: (call, { params, body }) => createTemplate(platform, call, params.id, body),
      },
    ),
    messages.put(
      '/organizations/{id}/message-templates/{template_id}',
      'changeMessageTemplate',
      'Change a message template',
      {
        description: 'Replaces the name and all texts. Messages that were already sent stay as they are.',
        params: templatePath,
        body: TemplateRequest,
        response: Template,
        refuses: ['forbidden', 'not_found', 'conflict'],
        handle: (call, { params, body }) =>
          changeTemplate(platform, call, { organizationId: params.id, id: params.template_id }, body),
      },
    ),
    messages.remove(
      '/organizations/{id}/message-templates/{template_id}',
      'deleteMessageTemplate',
      'Delete a message template',
      {
        description: 'Messages that were written with it stay as they are.',
        params: templatePath,
        handle: (call, { params }) =>
          removeTemplate(platform, call, { organizationId: params.id, id: params.template_id }),
      },
    ),
  ];
}
