import { type Static, Type } from 'typebox';
import { Description, Id, Nullable, Page, PageQuery, Timestamp, Title } from '#platform/http/schema.ts';
import { Policies, ProfileFields } from '#slices/organizations/index.ts';

export const Requirements = Type.Object(
  {
    profile_fields: Type.Optional(ProfileFields),
    forms: Type.Optional(
      Type.Array(Id, {
        maxItems: 50,
        uniqueItems: true,
        description: 'Forms that people must have submitted.',
      }),
    ),
    badges: Type.Optional(
      Type.Array(Id, { maxItems: 50, uniqueItems: true, description: 'Badges that people must have.' }),
    ),
    journeys: Type.Optional(
      Type.Array(Id, {
        maxItems: 50,
        uniqueItems: true,
        description: 'Journeys that people must have completed.',
      }),
    ),
    minimum_age: Type.Optional(
      Nullable(
        Type.Integer({ minimum: 0, maximum: 120, description: 'Minimum age on the day of the shift.' }),
      ),
    ),
  },
  {
    title: 'Requirements',
    description: 'What people need before they can sign up for shifts of this mission.',
  },
);
export type RequirementValues = Static<typeof Requirements>;

const shared = {
  id: Id,
  organization_id: Id,
  name: Type.String(),
  description: Type.String(),
  archived: Type.Boolean(),
  created_at: Timestamp,
  updated_at: Timestamp,
};
export const Mission = Type.Object({ ...shared, requirements: Requirements }, { title: 'Mission' });
export const Program = Type.Object(
  { ...shared, default_mission_id: Id, policies: Policies },
  { title: 'Program' },
);
export type MissionBody = Static<typeof Mission>;
export type ProgramBody = Static<typeof Program>;

export const MissionCreate = Type.Object(
  {
    organization_id: Type.Optional(Id),
    name: Title,
    description: Type.Optional(Description),
    requirements: Type.Optional(Requirements),
  },
  { title: 'MissionCreate' },
);
export const MissionChange = Type.Object(
  {
    name: Type.Optional(Title),
    description: Type.Optional(Description),
    requirements: Type.Optional(Requirements),
  },
  { title: 'MissionChange' },
);
export const ProgramCreate = Type.Object(
  {
    organization_id: Type.Optional(Id),
    name: Title,
    description: Type.Optional(Description),
    default_mission_id: Type.Optional(Id),
    policies: Type.Optional(Policies),
  },
  { title: 'ProgramCreate' },
);
export const ProgramChange = Type.Object(
  {
    name: Type.Optional(Title),
    description: Type.Optional(Description),
    default_mission_id: Type.Optional(Id),
    policies: Type.Optional(Policies),
  },
  { title: 'ProgramChange' },
);
export const PlanQuery = Type.Object({
  ...PageQuery,
  organization_id: Type.Optional(Id),
  archived: Type.Optional(Type.Boolean({ default: false })),
});
export const MissionPage = Page('MissionList', Mission);
export const ProgramPage = Page('ProgramList', Program);
