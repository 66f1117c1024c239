import { type Static, Type } from 'typebox';
import {
  Id,
  Nullable,
  notBlank,
  Page,
  PageQuery,
  StringEnum,
  Success,
  Timestamp,
  Title,
} from '#platform/http/schema.ts';
import { languages } from '#platform/language/index.ts';
import { PeopleFilter } from '#slices/people/index.ts';
import { audiences, mostRecipients } from '../rules/messages.ts';

const Body = Type.String({
  minLength: 1,
  maxLength: 10_000,
  pattern: notBlank,
  description: 'Plain text. An empty line starts a new paragraph.',
});
const Statuses = Type.Array(StringEnum(['active', 'pending_approval', 'waitlisted', 'offered'] as const), {
  minItems: 1,
  maxItems: 4,
  uniqueItems: true,
  description:
    'The people to write to. Default: everyone with a spot, including sign-ups that need approval.',
});

export const ShiftMessage = Type.Object(
  { subject: Title, text: Body, statuses: Type.Optional(Statuses) },
  { title: 'ShiftMessage' },
);
export type ShiftMessageInput = Static<typeof ShiftMessage>;

export const ShiftMessageAnswer = Type.Object(
  {
    ...Success.properties,
    id: Nullable(Type.Integer({ ...Id, description: 'Null if there is no one to write to.' })),
    recipients: Type.Integer(),
  },
  { title: 'ShiftMessageResponse' },
);

const Text = Type.Object(
  { language: StringEnum(languages), subject: Title, text: Body },
  { title: 'MessageText' },
);
export type MessageText = Static<typeof Text>;
const Texts = Type.Array(Text, {
  minItems: 1,
  maxItems: 10,
  description: 'One for each language. People with another language get the first.',
});

const TargetFields = {
  user_ids: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: mostRecipients, uniqueItems: true })),
  shift_id: Type.Optional(
    Type.Integer({
      ...Id,
      description:
        'Everyone on this shift, see `statuses`. With `user_ids`: only these people, about this shift.',
    }),
  ),
  role_id: Type.Optional(
    Type.Integer({ ...Id, description: 'With `shift_id`: only people with this role of the shift.' }),
  ),
  program_id: Type.Optional(
    Type.Integer({ ...Id, description: 'Everyone on a shift of this program that hasn’t ended.' }),
  ),
  filter_id: Type.Optional(
    Type.Integer({
      ...Id,
      description: 'Everyone in this saved filter of the list of people, your own or a shared one.',
    }),
  ),
  filter: Type.Optional(PeopleFilter),
  everybody: Type.Optional(Type.Boolean({ description: 'All members.' })),
  statuses: Type.Optional(Statuses),
};
const TargetObject = Type.Object(TargetFields);
export type Target = Static<typeof TargetObject>;

export const MessageRequest = Type.Object(
  {
    ...TargetFields,
    texts: Texts,
    dry_run: Type.Optional(Type.Boolean({ description: 'Only find the people. Nothing is sent.' })),
  },
  { title: 'MessageRequest' },
);
export type MessageInput = Static<typeof MessageRequest>;

export const MessageAnswer = Type.Object(
  {
    ...Success.properties,
    id: Nullable(
      Type.Integer({ ...Id, description: 'Null for a dry run, and if there is no one to write to.' }),
    ),
    recipients: Type.Integer({ description: 'Including people who don’t get it.' }),
    languages: Type.Array(
      Type.Object({
        language: Type.String(),
        people: Type.Integer(),
        text_language: Type.String({ description: 'The text that they get.' }),
      }),
      { description: 'How many of the people who get it read which language.' },
    ),
    opted_out: Type.Integer({ description: 'People who have turned such messages off.' }),
    no_address: Type.Integer({ description: 'People without an email address.' }),
    preview: Type.Array(
      Type.Object({
        user_id: Id,
        name: Type.String(),
        status: StringEnum(['reached', 'opted_out', 'no_address'] as const),
      }),
      { description: 'With `dry_run`: the first 100 people by name.' },
    ),
    emails: Type.Array(
      Type.Object({
        language: Type.String({ description: 'Of the reader.' }),
        name: Type.String({ description: 'Of one of the people who get it.' }),
        subject: Type.String(),
        text: Type.String({ description: 'Without the links below it.' }),
      }),
      { description: 'With `dry_run`: the email as someone reads it, once for each language.' },
    ),
  },
  { title: 'MessageResponse' },
);

const counts = {
  recipients: Type.Integer(),
  queued: Type.Integer(),
  sent: Type.Integer(),
  failed: Type.Integer(),
  opted_out: Type.Integer(),
};

const statuses = ['queued', 'sent', 'failed', 'opted_out'] as const;

const Message = Type.Object(
  {
    id: Id,
    audience: StringEnum(audiences),
    shift_id: Nullable(Id),
    shift_title: Nullable(Type.String()),
    role_name: Nullable(
      Type.String({ description: 'If only people with this role of the shift got it: what it was called.' }),
    ),
    program_id: Nullable(Id),
    program_name: Nullable(Type.String()),
    filter_id: Nullable(Id),
    filter_name: Nullable(
      Type.String({ description: 'What the saved filter was called. Null if it wasn’t saved.' }),
    ),
    sender_id: Nullable(Id),
    sender_name: Nullable(Type.String()),
    texts: Type.Array(Text),
    created_at: Timestamp,
    ...counts,
    status: Nullable(
      StringEnum(statuses, { description: 'With `user_id`: what became of the email to this person.' }),
    ),
  },
  { title: 'Message' },
);
export const MessagePage = Page('MessageList', Message);
export const MessageQuery = Type.Object({
  ...PageQuery,
  shift_id: Type.Optional(Id),
  user_id: Type.Optional(Type.Integer({ ...Id, description: 'Only messages to this person.' })),
});

const Recipient = Type.Object(
  {
    user_id: Id,
    name: Type.String(),
    status: StringEnum(statuses),
    outcome: Nullable(Type.String({ description: 'Why it wasn’t sent, for programs.' })),
    changed_at: Timestamp,
  },
  { title: 'MessageRecipient' },
);
export const RecipientPage = Page('MessageRecipients', Recipient);
export const RecipientQuery = Type.Object({ ...PageQuery });

export const TemplateRequest = Type.Object(
  { name: Title, texts: Texts },
  { title: 'MessageTemplateRequest' },
);
export type TemplateInput = Static<typeof TemplateRequest>;
export const Template = Type.Object(
  { id: Id, name: Type.String(), texts: Type.Array(Text), updated_at: Timestamp },
  { title: 'MessageTemplate' },
);
export const TemplateList = Type.Object({ items: Type.Array(Template) }, { title: 'MessageTemplates' });
