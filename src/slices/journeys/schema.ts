import { type Static, Type } from 'typebox';
import {
  Description,
  Id,
  Nullable,
  Page,
  PageQuery,
  Reason,
  StringEnum,
  Success,
  Timestamp,
  Title,
} from '#platform/http/schema.ts';
import { mostSteps } from './rules/check-steps.ts';
import { kinds, sequences } from './rules/steps.ts';

const Version = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });
const Status = StringEnum(['draft', 'published', 'archived'] as const);
const Kind = StringEnum(kinds);
const Sequence = StringEnum(sequences, {
  description:
    '`in_order`: a step opens when the required steps before it are done. `any_order`: all steps are open.',
});
const Key = Type.String({
  maxLength: 60,
  pattern: '^[a-z0-9][a-z0-9_-]{0,59}$',
  examples: ['first_shift'],
});
const Config = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  additionalProperties: true,
  description: `Depends on \`kind\`. form: \`form_id\`. attend_shifts: \`count\`, and \`program_id\`, \`mission_id\`, \`since_enrollment\`. hours: \`hours\` or \`minutes\`, and the same three. badge: \`badge_id\`. profile: \`fields\` (default: those that the organization requires). wait: \`days\` after the step opens. manual: \`instructions\`.`,
  examples: [{ form_id: 1 }],
});
const Days = (description: string) => Type.Integer({ minimum: 1, maximum: 3_650, description });
const deadline = 'Days from when the step opens until it’s overdue.';
const reminder = 'How many days before the deadline the person gets a reminder.';

const StepPlan = Type.Object(
  {
    key: Type.Optional(Key),
    title: Title,
    kind: Kind,
    config: Type.Optional(Config),
    required: Type.Optional(Type.Boolean({ default: true })),
    deadline_days: Type.Optional(Nullable(Days(deadline))),
    reminder_days: Type.Optional(Nullable(Days(reminder))),
  },
  { title: 'JourneyStepPlan', description: '`key` identifies the step across versions.' },
);
export const JourneyStep = Type.Object(
  {
    id: Id,
    position: Type.Integer({ minimum: 1 }),
    key: Type.String(),
    title: Type.String(),
    kind: Kind,
    config: Config,
    required: Type.Boolean(),
    deadline_days: Nullable(Days(deadline)),
    reminder_days: Nullable(Days(reminder)),
  },
  { title: 'JourneyStep' },
);
export const JourneyStepList = Page('JourneyStepList', JourneyStep);
export const StepsQuery = Type.Object({
  version: Type.Optional(
    Type.Integer({ ...Version, description: 'An earlier version, for people who started with it.' }),
  ),
});

const BadgeId = Nullable(Id);
export const Journey = Type.Object(
  {
    id: Id,
    organization_id: Id,
    name: Type.String(),
    description: Type.String(),
    status: Status,
    version: Version,
    sequence: Sequence,
    auto_enroll: Type.Boolean({ description: 'New members of the organization start it automatically.' }),
    badge_id: BadgeId,
    steps: Type.Array(JourneyStep),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { title: 'Journey' },
);
export type JourneyBody = Static<typeof Journey>;
export const JourneyPage = Page('JourneyList', Journey);
export const JourneyAnswer = Type.Object(
  { ...Success.properties, journey: Journey },
  { title: 'JourneyResponse' },
);

const settings = {
  description: Type.Optional(Description),
  sequence: Type.Optional(Sequence),
  auto_enroll: Type.Optional(Type.Boolean()),
  badge_id: Type.Optional(BadgeId),
  steps: Type.Optional(Type.Array(StepPlan, { maxItems: mostSteps })),
};
export const JourneyCreate = Type.Object(
  {
    organization_id: Type.Optional(Id),
    name: Title,
    status: Type.Optional(StringEnum(['draft', 'published'] as const, { default: 'draft' })),
    ...settings,
  },
  { title: 'JourneyCreate' },
);
export type JourneyCreateInput = Static<typeof JourneyCreate>;
export const JourneyChange = Type.Object(
  { name: Type.Optional(Title), ...settings },
  {
    title: 'JourneyChange',
    description:
      'New `steps` or a new `sequence` of a published journey create a new version. People who have started keep theirs.',
  },
);
export type JourneyChangeInput = Static<typeof JourneyChange>;
export const JourneyQuery = Type.Object({
  ...PageQuery,
  organization_id: Type.Optional(Id),
  status: Type.Optional(
    StringEnum(['draft', 'published', 'archived'] as const, {
      default: 'published',
      description:
        'Drafts and archived journeys are only for people who manage the journeys of `organization_id`. It can be left out if you manage those of one organization only.',
    }),
  ),
});
export type JourneyQueryInput = Static<typeof JourneyQuery>;

const EnrollmentStatus = StringEnum(['active', 'completed', 'withdrawn'] as const);
const StepState = Type.Object(
  {
    step_id: Id,
    position: Type.Integer({ minimum: 1 }),
    key: Type.String(),
    title: Type.String(),
    kind: Kind,
    config: Config,
    required: Type.Boolean(),
    status: StringEnum(['pending', 'open', 'completed', 'skipped'] as const, {
      description: '`pending`: an earlier step comes first.',
    }),
    completed_at: Nullable(Timestamp),
    due_at: Nullable(Timestamp),
    overdue: Type.Boolean(),
    have: Nullable(Type.Integer({ description: 'Progress so far: number of shifts, or minutes for hours.' })),
    need: Nullable(Type.Integer()),
    note: Nullable(Type.String({ description: 'Note of the coordinator who completed or skipped it.' })),
  },
  { title: 'EnrollmentStep' },
);
const enrollment = {
  id: Id,
  organization_id: Id,
  journey_id: Id,
  journey_name: Type.String(),
  user_id: Id,
  version: Version,
  status: EnrollmentStatus,
  current_step_id: Nullable(Id),
  steps: Type.Array(StepState),
  steps_done: Type.Integer({ description: 'Number of required steps that are done.' }),
  steps_required: Type.Integer(),
  due_at: Nullable(Type.String({ format: 'date-time', description: 'The next deadline of an open step.' })),
  overdue: Type.Boolean(),
  source: StringEnum(['self_service', 'coordinator', 'automatic', 'api'] as const),
  enrolled_at: Timestamp,
  completed_at: Nullable(Timestamp),
  withdrawn_at: Nullable(Timestamp),
};
export const Enrollment = Type.Object(enrollment, { title: 'Enrollment' });
export type EnrollmentBody = Static<typeof Enrollment>;
export const EnrollmentAnswer = Type.Object(
  { ...Success.properties, ...enrollment },
  { title: 'EnrollmentResponse' },
);
export type EnrollmentAnswerBody = Static<typeof EnrollmentAnswer>;
export const EnrollmentPage = Page(
  'EnrollmentList',
  Type.Object(
    { ...enrollment, user_name: Type.String(), user_email: Nullable(Type.String()) },
    { title: 'EnrollmentLine' },
  ),
);
export const MyJourneyPage = Page('MyJourneyList', Enrollment);

export const EnrollmentRequest = Type.Object({ user_id: Type.Optional(Id) }, { title: 'EnrollmentRequest' });
export const StepNote = Type.Object({ note: Type.Optional(Reason) }, { title: 'StepNote' });
export const WithdrawRequest = Type.Object({ reason: Type.Optional(Reason) }, { title: 'WithdrawRequest' });
export const EnrollmentQuery = Type.Object({
  ...PageQuery,
  status: Type.Optional(EnrollmentStatus),
  overdue: Type.Optional(Type.Boolean({ description: 'Only people with a missed deadline.' })),
  user_id: Type.Optional(Id),
});
export type EnrollmentQueryInput = Static<typeof EnrollmentQuery>;
export const MyJourneysQuery = Type.Object({ ...PageQuery, status: Type.Optional(EnrollmentStatus) });
export type MyJourneysQueryInput = Static<typeof MyJourneysQuery>;
