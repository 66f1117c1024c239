import { type Static, Type } from 'typebox';
import { Id, Nullable, Page, PageQuery, StringEnum } from '#platform/http/schema.ts';

export const CandidateQuery = Type.Object({
  ...PageQuery,
  role_id: Type.Optional(Id),
  role_key: Type.Optional(Type.String({ maxLength: 100 })),
});
export type CandidateInput = Static<typeof CandidateQuery>;

const Candidate = Type.Object(
  {
    user_id: Id,
    name: Type.String(),
    email: Nullable(Type.String()),
    phone: Nullable(Type.String()),
    outcome: StringEnum(['confirm', 'await_approval'], { description: 'What their sign-up would come to.' }),
  },
  { title: 'Candidate' },
);

export const CandidatePage = Page('CandidatePage', Candidate);
export type CandidatePageBody = Static<typeof CandidatePage>;
