import { Type } from 'typebox';
import { Nullable, Page, PageQuery } from '#platform/http/schema.ts';

export const TeamNotes = Type.Object(
  { team_notes: Nullable(Type.String({ description: 'Plain text. Null: none.' })) },
  { title: 'TeamNotes' },
);

const Coming = Type.Object(
  {
    name: Type.String({
      description: 'First name and initial of the last name.',
      examples: ['Ada L.'],
    }),
    role_name: Nullable(Type.String()),
  },
  { title: 'ComingPerson' },
);
export const ComingPage = Page('ComingPage', Coming);
export const ComingQuery = Type.Object(PageQuery);
