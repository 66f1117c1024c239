/** What the screens of administration share. */
export default {
  copy: { do: 'Copy', done: 'Copied' },
  once: { title: 'You see this only once', kept: 'I have kept it safe' },
  person: {
    hint: 'Name or e-mail address',
    nobody: 'Nobody is called like this',
    clear: 'Choose nobody',
  },
  order: {
    drag: 'Drag to another place',
    up: 'Move up: {name}',
    down: 'Move down: {name}',
    moved: '{name} is now number {place, number} of {count, number}.',
  },
  action: {
    edit: 'Change',
    delete: 'Delete',
    archive: 'Archive',
    restore: 'Bring back',
    publish: 'Publish',
    remove: 'Remove',
  },
  state: {
    draft: 'Draft',
    published: 'Published',
    archived: 'Archived',
    active: 'Active',
    unsaved: 'Not saved yet',
  },
  saveAgain: 'Save again to put yours in place of theirs, or reload the page to see theirs.',
  archivedItem: 'Number {id} (archived)',
  showArchived: 'Show archived ones',
  actions: 'Actions',
  never: 'never',
  profileField: {
    phone: 'Phone number',
    date_of_birth: 'Date of birth',
    emergency_contact: 'Emergency contact',
    email_verified: 'Confirmed e-mail address',
  },
} as const;
