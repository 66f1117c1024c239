import { type Static, Type } from 'typebox';
import { Id, notBlank, Page, SingleLine, Timestamp } from '#platform/http/schema.ts';
import { manyIds } from '#slices/shifts/index.ts';
import { type TagColor, tagColors, tagsAtMost } from '../rules.ts';

const Color = Type.Unsafe<TagColor | null>({ type: ['string', 'null'], enum: [...tagColors, null] });
const Name = Type.String({ ...SingleLine(50), minLength: 1, pattern: notBlank });

export const Tag = Type.Object({ id: Id, name: Type.String(), color: Color }, { title: 'Tag' });
export const TagList = Type.Object(
  {
    items: Type.Array(
      Type.Object({
        ...Tag.properties,
        people: Type.Integer({ description: 'How many members have this tag.' }),
      }),
      { description: 'By name, up to 200.' },
    ),
  },
  { title: 'TagList' },
);
export const TagCreate = Type.Object({ name: Name, color: Type.Optional(Color) }, { title: 'TagCreate' });
export type TagInput = Static<typeof TagCreate>;
export const TagChange = Type.Object(
  { name: Type.Optional(Name), color: Type.Optional(Color) },
  { title: 'TagChange' },
);
export type TagChangeInput = Static<typeof TagChange>;

const tagIds = Type.Optional(Type.Array(Id, { maxItems: tagsAtMost, uniqueItems: true }));
export const TagMembers = Type.Object(
  { user_ids: manyIds(500), add: tagIds, remove: tagIds },
  { title: 'TagMembersRequest', description: 'Ids of tags to add to and remove from these members.' },
);
export type TagMembersInput = Static<typeof TagMembers>;
export const TaggedMembers = Type.Object(
  {
    changed: Type.Integer({ description: 'How many members have other tags than before.' }),
    not_members: Type.Integer({
      description: 'How many of the people aren’t members, or no longer. Nothing changes for them.',
    }),
  },
  { title: 'TagMembersResponse' },
);

export const Note = Type.Object(
  {
    id: Id,
    text: Type.String(),
    author_id: Id,
    author_name: Type.String(),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { title: 'MemberNote' },
);
export type NoteBody = Static<typeof Note>;
export const NotePage = Page('MemberNoteList', Note);
export const NoteText = Type.Object(
  { text: Type.String({ minLength: 1, maxLength: 5_000, pattern: notBlank }) },
  { title: 'MemberNoteText' },
);
