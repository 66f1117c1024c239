/** More than anyone looks through in a menu. */
export const tagsAtMost = 200;

/** Saved filters of one person in one organization. */
export const filtersAtMost = 50;

/** A file with so many lines is as much as a spreadsheet opens without trouble, and takes about 10 MB here. */
export const exportedAtMost = 50_000;

export const tagColors = [
  'gray',
  'red',
  'orange',
  'yellow',
  'green',
  'teal',
  'blue',
  'violet',
  'pink',
] as const;
export type TagColor = (typeof tagColors)[number];
