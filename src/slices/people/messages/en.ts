export default {
  errors: {
    tag_exists: { cause: 'There’s already a tag with this name.', fix: 'Choose another name.' },
    too_many_tags: {
      cause: 'An organization can have up to {limit, number} tags.',
      fix: 'Delete one that you don’t need.',
    },
    too_many_filters: {
      cause: 'You can save up to {limit, number} filters.',
      fix: 'Delete one that you don’t need.',
    },
    tag_not_found: { cause: 'Tag not found.' },
    tag_of_filter_not_found: {
      cause: 'The filter uses a tag that no longer exists.',
      fix: 'Change the filter.',
    },
    empty_filter: { cause: 'The filter has no conditions.', fix: 'Choose at least one.' },
    not_your_note: { cause: 'Only the person who wrote this note can change it.' },
    not_your_filter: { cause: 'Only the person who saved this filter can change it.' },
    too_many_to_export: {
      cause: 'The list has more than {limit, number} people.',
      fix: 'Narrow it down with a filter.',
    },
  },
  /** Column titles of the file. */
  columns: {
    name: 'Name',
    email: 'Email',
    phone: 'Phone',
    access: 'Access',
    joined: 'Member since',
    tags: 'Tags',
    hours: 'Hours',
    verified: 'Verified hours',
    shifts: 'Shifts',
    last_shift: 'Last shift',
    next_shift: 'Next shift',
  },
  sheet: 'People',
  events: {
    member: {
      tags_changed:
        'Tags were added to or removed from members. The data has their ids and those of the tags.',
    },
  },
};
