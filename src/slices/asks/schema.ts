import { type Static, Type } from 'typebox';
import {
  Id,
  Nullable,
  Page,
  PageQuery,
  StringEnum,
  Success,
  Timestamp,
  TimestampInput,
} from '#platform/http/schema.ts';
import { Shift } from '#slices/shifts/index.ts';
import { mostAsked } from './rules.ts';

const RoleKey = Type.String({ minLength: 1, maxLength: 64 });

export const AskRequest = Type.Object(
  {
    user_ids: Type.Optional(
      Type.Array(Id, { minItems: 1, maxItems: mostAsked, uniqueItems: true, description: 'Whom to ask.' }),
    ),
    everyone: Type.Optional(
      Type.Boolean({
        description: `Ask everyone who can take the shift right now, up to ${mostAsked} people, instead of \`user_ids\`.`,
      }),
    ),
    role_key: Type.Optional(
      Nullable(Type.String({ ...RoleKey, description: 'The role of the shift that they would have.' })),
    ),
    message: Type.Optional(
      Type.String({ maxLength: 1_000, description: 'A few words to the people asked.' }),
    ),
    urgent: Type.Optional(Type.Boolean({ description: 'Says so in the subject of the email.' })),
    expires_at: Type.Optional(
      Nullable(
        Type.String({ ...TimestampInput, description: 'Until when they can answer. Default: the start.' }),
      ),
    ),
  },
  { title: 'AskRequest' },
);
export type AskInput = Static<typeof AskRequest>;

export const AskAnswer = Type.Object(
  {
    ...Success.properties,
    ask_id: Nullable(Id),
    asked: Type.Integer({ description: 'How many people were asked.' }),
    skipped: Type.Array(Id, {
      description:
        'Of `user_ids`: yourself, not members, already on the shift, asked before without an answer, or declined.',
    }),
  },
  { title: 'AskResponse' },
);

export const AskedPerson = Type.Object(
  {
    ask_id: Id,
    user_id: Id,
    name: Type.String(),
    status: StringEnum(['asked', 'accepted', 'declined', 'too_late', 'withdrawn', 'expired'] as const, {
      description: '`too_late`: wanted to accept when no spot was left. `expired`: didn’t answer in time.',
    }),
    role_key: Nullable(Type.String()),
    urgent: Type.Boolean(),
    asked_at: Timestamp,
    answered_at: Nullable(Timestamp),
  },
  { title: 'AskedPerson' },
);
export const AskedPeoplePage = Page('AskedPeople', AskedPerson);
export const AskedQuery = Type.Object({ ...PageQuery });

export const WithdrawAnswer = Type.Object(
  { ...Success.properties, withdrawn: Type.Integer() },
  { title: 'WithdrawAsksResponse' },
);

const shift = Shift.properties;
const MyAsk = Type.Object(
  {
    id: Id,
    sender_name: Nullable(Type.String()),
    organization_name: Type.String(),
    message: Type.String(),
    urgent: Type.Boolean(),
    role_key: Nullable(Type.String()),
    role_name: Nullable(Type.String()),
    expires_at: Timestamp,
    created_at: Timestamp,
    shift: Type.Object(
      {
        id: shift.id,
        title: shift.title,
        start_time: shift.start_time,
        end_time: shift.end_time,
        time_zone: shift.time_zone,
        location: shift.location,
        organization_id: shift.organization_id,
      },
      { title: 'ShiftOfAsk' },
    ),
  },
  { title: 'MyAsk' },
);
export type MyAskBody = Static<typeof MyAsk>;
export const MyAskPage = Page('MyAskList', MyAsk);

export const AnsweredAsk = Type.Object(
  {
    ...Success.properties,
    outcome: StringEnum(['accepted', 'pending', 'declined', 'too_late', 'closed'] as const, {
      description:
        '`pending`: accepted, and a coordinator has to approve it. `too_late`: all spots are taken. `closed`: the request is no longer open.',
    }),
  },
  { title: 'AnsweredAsk' },
);
