import { Type } from 'typebox';
import { fileTypes } from '#platform/http/files.ts';
import { type Route, routesFor } from '#platform/http/route.ts';
import { PageQuery } from '#platform/http/schema.ts';
import type { Platform } from '#platform/slice.ts';
import { personOf } from '#slices/accounts/index.ts';
import { changeFilter, removeFilter, saveFilter } from '../commands/manage-filters.ts';
import { changeNote, removeNote, writeNote } from '../commands/manage-notes.ts';
import { changeTag, createTag, removeTag, tagMembers } from '../commands/manage-tags.ts';
import { readFilters, readNotes, readTags } from '../reads/annotations.ts';
import { exportPeople, readPeople, readPeopleIds } from '../reads/people.ts';
import {
  PeopleIds,
  PeopleIdsQuery,
  PeoplePage,
  PeopleQuery,
  SavedFilter,
  SavedFilterChange,
  SavedFilterCreate,
  SavedFilterList,
} from '../schema/people.ts';
import {
  Note,
  NotePage,
  NoteText,
  Tag,
  TagChange,
  TagCreate,
  TaggedMembers,
  TagList,
  TagMembers,
} from '../schema/tags.ts';

const common = { tag: 'Organizations', access: 'authenticated' } as const;
const see = routesFor({ ...common, permission: 'members.read' });
const annotate = routesFor({ ...common, permission: 'people.annotate' });

export function listRoutes(platform: Platform): Route[] {
  const { db } = platform.database;
  return [
    see.read('/organizations/{id}/people', 'listPeople', 'List people', {
      description:
        'Members with their tags, hours, last and next shift, by name. All filters must match. As JSON pages, or as one CSV or Excel file with `format`.',
      query: PeopleQuery,
      response: PeoplePage,
      isList: true,
      alternativeTypes: Object.values(fileTypes),
      handle: async (call, { params, query }) =>
        query.format === undefined || query.format === 'json'
          ? await readPeople(db, call, params.id, query)
          : await exportPeople(db, call, params.id, query, query.format),
    }),
    see.read('/organizations/{id}/people/ids', 'listPeopleIds', 'List ids of people', {
      description: 'Of everyone who matches, in one response: for something that is done to all of them.',
      query: PeopleIdsQuery,
      response: PeopleIds,
      isList: true,
      handle: (call, { params, query }) => readPeopleIds(db, call, params.id, query),
    }),
    annotate.read('/organizations/{id}/people-filters', 'listPeopleFilters', 'List saved filters', {
      description: 'Your own filters of the list of people and those that others share.',
      response: SavedFilterList,
      handle: (call, { params }) => readFilters(db, call, personOf(call), params.id),
    }),
    annotate.act('/organizations/{id}/people-filters', 'savePeopleFilter', 'Save a filter', {
      description: 'For yourself, or for all coordinators.',
      body: SavedFilterCreate,
      response: SavedFilter,
      refuses: ['conflict'],
      handle: (call, { params, body }) => saveFilter(platform, call, personOf(call), params.id, body),
    }),
    annotate.patch(
      '/organizations/{id}/people-filters/{filter_id}',
      'changePeopleFilter',
      'Change a saved filter',
      {
        description: 'Only your own.',
        body: SavedFilterChange,
        response: SavedFilter,
        refuses: ['forbidden', 'not_found'],
        handle: (call, { params: { id: organizationId, filter_id: filterId }, body }) =>
          changeFilter(platform, call, personOf(call), { organizationId, filterId }, body),
      },
    ),
    annotate.remove(
      '/organizations/{id}/people-filters/{filter_id}',
      'deletePeopleFilter',
      'Delete a saved filter',
      {
        description: 'Your own. Admins can also delete those that others share.',
        handle: (call, { params: { id: organizationId, filter_id: filterId } }) =>
          removeFilter(platform, call, personOf(call), { organizationId, filterId }),
      },
    ),
  ];
}

export function annotationRoutes(platform: Platform): Route[] {
  const { db } = platform.database;
  return [
    see.read('/organizations/{id}/tags', 'listTags', 'List tags', {
      description: 'With the number of members that have each.',
      response: TagList,
      handle: (call, { params }) => readTags(db, call, params.id),
    }),
    annotate.act('/organizations/{id}/tags', 'createTag', 'Create a tag', {
      description: 'To group members by what they can do, know or need. Each name exists once.',
      body: TagCreate,
      response: Tag,
      refuses: ['conflict'],
      handle: (call, { params, body }) => createTag(platform, call, params.id, body),
    }),
    annotate.patch('/organizations/{id}/tags/{tag_id}', 'changeTag', 'Change a tag', {
      description: 'Its name or color. Fields that you leave out keep their value.',
      body: TagChange,
      response: Tag,
      refuses: ['forbidden', 'not_found', 'conflict'],
      handle: (call, { params, body }) => changeTag(platform, call, params.id, params.tag_id, body),
    }),
    annotate.remove('/organizations/{id}/tags/{tag_id}', 'deleteTag', 'Delete a tag', {
      description: 'It’s removed from all members.',
      handle: (call, { params }) => removeTag(platform, call, params.id, params.tag_id),
    }),
    annotate.act('/organizations/{id}/members/tags', 'tagMembers', 'Tag members', {
      description:
        'Adds tags to up to 500 members and removes others from them. People who aren’t members are left out.',
      body: TagMembers,
      response: TaggedMembers,
      handle: (call, { params, body }) => tagMembers(platform, call, params.id, body),
    }),
    annotate.read(
      '/organizations/{id}/members/{user_id}/notes',
      'listMemberNotes',
      'List notes about a member',
      {
        description: 'Newest first. Only coordinators can read them.',
        query: Type.Object(PageQuery),
        response: NotePage,
        handle: (call, { params, query }) => readNotes(db, call, params.id, params.user_id, query),
      },
    ),
    annotate.act(
      '/organizations/{id}/members/{user_id}/notes',
      'writeMemberNote',
      'Write a note about a member',
      {
        description:
          'All coordinators of the organization can read it, and the person gets it when they export their data.',
        body: NoteText,
        response: Note,
        handle: (call, { params, body }) =>
          writeNote(
            platform,
            call,
            personOf(call),
            { organizationId: params.id, userId: params.user_id },
            body.text,
          ),
      },
    ),
    annotate.patch(
      '/organizations/{id}/members/{user_id}/notes/{note_id}',
      'changeMemberNote',
      'Change a note about a member',
      {
        description: 'Only your own.',
        body: NoteText,
        response: Note,
        refuses: ['forbidden', 'not_found'],
        handle: (call, { params, body }) =>
          changeNote(platform, call, personOf(call), placeOf(params), body.text),
      },
    ),
    annotate.remove(
      '/organizations/{id}/members/{user_id}/notes/{note_id}',
      'deleteMemberNote',
      'Delete a note about a member',
      {
        description: 'Your own. Admins can also delete those of others.',
        handle: (call, { params }) => removeNote(platform, call, personOf(call), placeOf(params)),
      },
    ),
  ];
}

function placeOf(params: { id: number; user_id: number; note_id: number }) {
  return { organizationId: params.id, userId: params.user_id, noteId: params.note_id };
}
