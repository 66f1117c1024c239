import type { Slice } from '#platform/slice.ts';
import { memberTagsChanged } from './events.ts';
import { readPersonalData } from './reads/annotations.ts';
import { memberRoutes } from './routes/member.ts';
import { annotationRoutes, listRoutes } from './routes/people.ts';
import { deletePrivateFilters } from './sql/filters.ts';
import { deleteNotesAbout } from './sql/notes.ts';

/** Members as coordinators see them: put together from what the other slices know, with tags, notes and saved filters. */
export const people: Slice = {
  name: 'people',
  routes: (platform) => [...listRoutes(platform), ...annotationRoutes(platform), ...memberRoutes(platform)],
  events: [memberTagsChanged],
  personalData: {
    name: 'people',
    export: readPersonalData,
    erase: async (tx, _call, userId) => {
      await deleteNotesAbout(tx, userId);
      await deletePrivateFilters(tx, userId);
    },
  },
};

export { findVisibleFilter } from './gate.ts';
export { PeopleFilter } from './schema/people.ts';
export { findPeople } from './steps/find-people.ts';
