import { type Static, Type } from 'typebox';
import {
  Description,
  Id,
  Nullable,
  Page,
  PageQuery,
  StringEnum,
  Success,
  Timestamp,
  TimestampInput,
  Title,
} from '#platform/http/schema.ts';
import type { JsonObject } from './rules/schema-parts.ts';

/** Objects of which the form, not this contract, says what is in them. */
const Free = (options: object) =>
  Type.Unsafe<JsonObject>({ type: 'object', additionalProperties: true, ...options });

const FormSchema = Free({
  description:
    'JSON Schema 2020-12 of the answers, which are an object. Up to 64 KiB, 12 levels and 200 properties. References only within the schema. Patterns up to 200 characters, without backreferences and lookaround.',
  examples: [{ type: 'object', properties: { name: { type: 'string', minLength: 1 } }, required: ['name'] }],
});
const Ui = Free({
  description:
    'How to show the form: `order` (field names), `widgets` by field, and anything else your client needs. Up to 16 KiB.',
  examples: [{ order: ['name'], widgets: { name: 'text' } }],
});
const Answers = Free({
  description: 'Answers by field name. Up to 256 KiB, 16 levels and 1,000 items per list.',
  examples: [{ name: 'Vera' }],
});
const Version = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });
const Resubmission = StringEnum(['once', 'latest', 'many'] as const, {
  description:
    '`once`: people can respond once. `latest`: the newest response counts. `many`: every response counts.',
});
const Status = StringEnum(['draft', 'published', 'archived'] as const);

export const Form = Type.Object(
  {
    id: Id,
    organization_id: Id,
    title: Type.String(),
    description: Type.String(),
    status: Status,
    schema: FormSchema,
    ui: Ui,
    version: Version,
    resubmission: Resubmission,
    consent: Type.Boolean({ description: 'Responses record the version, time and network address.' }),
    renew_on_new_version: Type.Boolean({
      description: 'People must fill in new versions again to meet a requirement.',
    }),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { title: 'Form' },
);
export type FormBody = Static<typeof Form>;
export const FormPage = Page('FormList', Form);

const settings = {
  description: Type.Optional(Description),
  ui: Type.Optional(Ui),
  resubmission: Type.Optional(Resubmission),
  consent: Type.Optional(Type.Boolean()),
  renew_on_new_version: Type.Optional(Type.Boolean()),
};
export const FormCreate = Type.Object(
  {
    organization_id: Type.Optional(Id),
    title: Title,
    schema: FormSchema,
    status: Type.Optional(StringEnum(['draft', 'published'] as const, { default: 'draft' })),
    ...settings,
  },
  { title: 'FormCreate' },
);
export type FormCreateInput = Static<typeof FormCreate>;
export const FormChange = Type.Object(
  { title: Type.Optional(Title), schema: Type.Optional(FormSchema), ...settings },
  {
    title: 'FormChange',
    description: 'A new `schema` or `ui` creates a new version. Earlier responses keep theirs.',
  },
);
export type FormChangeInput = Static<typeof FormChange>;

export const FormQuery = Type.Object({
  ...PageQuery,
  organization_id: Type.Optional(Id),
  status: Type.Optional(
    StringEnum(['draft', 'published', 'archived'] as const, {
      default: 'published',
      description:
        'Drafts and archived forms are only for people who manage the forms of `organization_id`. It can be left out if you manage those of one organization only.',
    }),
  ),
});
export type FormQueryInput = Static<typeof FormQuery>;

export const VersionPath = Type.Object({ id: Id, version: Version });
export const FormVersion = Type.Object(
  { form_id: Id, version: Version, schema: FormSchema, ui: Ui, created_at: Timestamp },
  { title: 'FormVersion' },
);
export type FormVersionBody = Static<typeof FormVersion>;

export const SubmissionRequest = Type.Object(
  {
    answers: Answers,
    form_version: Type.Optional(
      Type.Integer({
        ...Version,
        description:
          'The version that the person has in front of them. If the form has a newer one, the response is 409 and nothing is stored. If you leave it out, the answers count for the newest version.',
      }),
    ),
  },
  { title: 'SubmissionRequest' },
);
export type SubmissionInput = Static<typeof SubmissionRequest>;
const submission = {
  id: Id,
  form_id: Id,
  form_version: Version,
  user_id: Id,
  answers: Type.Unsafe<JsonObject | null>({
    type: ['object', 'null'],
    additionalProperties: true,
    description: 'Null if the account has been deleted.',
  }),
  submitted_at: Timestamp,
  address: Nullable(Type.String({ description: 'For consent forms: the network address of the person.' })),
};
export const Submission = Type.Object(submission, { title: 'Submission' });
export type SubmissionBody = Static<typeof Submission>;
export const SubmissionAnswer = Type.Object(
  { ...Success.properties, submission: Submission },
  { title: 'SubmissionResponse' },
);
export type SubmissionAnswerBody = Static<typeof SubmissionAnswer>;

export const SubmissionQuery = Type.Object({
  ...PageQuery,
  user_id: Type.Optional(Id),
  version: Type.Optional(Version),
  from: Type.Optional(TimestampInput),
  to: Type.Optional(TimestampInput),
  history: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Include responses that a later one replaced.',
    }),
  ),
  format: Type.Optional(
    StringEnum(['json', 'csv'] as const, {
      description:
        'CSV has all rows and ignores `limit`. Where the form leaves names of fields open, the column `other_answers` has those answers as JSON. A very long file ends early, with the cursor for the rest in the Next-Cursor header.',
    }),
  ),
});
export type SubmissionQueryInput = Static<typeof SubmissionQuery>;
export const SubmissionPage = Page(
  'SubmissionList',
  Type.Object(
    { ...submission, user_name: Type.String(), user_email: Nullable(Type.String()) },
    { title: 'SubmissionLine' },
  ),
);
export const MemberSubmission = Type.Object(
  { ...submission, form_title: Type.String() },
  { title: 'MemberSubmission' },
);
export const MySubmissionPage = Page(
  'MySubmissionList',
  Type.Object({ ...submission, organization_id: Id, form_title: Type.String() }, { title: 'MySubmission' }),
);
