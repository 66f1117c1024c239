import { type Static, Type } from 'typebox';
import { Id, Nullable, Page, PageQuery, StringEnum, Success, Timestamp } from '#platform/http/schema.ts';

const Note = { code: Type.String(), message: Type.String() };
export const Warnings = Type.Array(Type.Object(Note));

export const SeriesChange = Type.Object(
  {
    id: Id,
    series_id: Id,
    shift_id: Type.Integer({ minimum: 1, description: 'The shift that the request named.' }),
    kind: StringEnum(['change', 'publish', 'cancel'] as const),
    status: StringEnum(['queued', 'running', 'done', 'failed'] as const, {
      description:
        'failed: it stopped before the end. What is done stays; send the request again for the rest.',
    }),
    total: Type.Integer({ minimum: 0, description: 'How many shifts it is about.' }),
    done: Type.Integer({ minimum: 0, description: 'How many of them have been looked at so far.' }),
    changed: Type.Integer({ minimum: 0 }),
    unchanged: Type.Array(Type.Object({ shift_id: Id, ...Note }), {
      description: 'Shifts that were left as they were because something changed in between, and why.',
    }),
    warnings: Warnings,
    created_at: Timestamp,
    updated_at: Timestamp,
    finished_at: Nullable(Timestamp),
  },
  {
    title: 'SeriesChange',
    description:
      'How far a change to a long series is. It goes on after the answer to the request; read it again at /series-changes/{id}.',
  },
);
export type SeriesChangeBody = Static<typeof SeriesChange>;

export const SeriesChangePage = Page('SeriesChangeList', SeriesChange);
export const SeriesChangeQuery = Type.Object({ ...PageQuery, series_id: Id });
export type SeriesChangeQueryInput = Static<typeof SeriesChangeQuery>;

/** Part of an answer to a change of a long series. */
export const Operation = Type.Optional(SeriesChange);

export const PublishedShift = Type.Object(
  { ...Success.properties, operation: Operation },
  { title: 'ShiftPublished' },
);
export type PublishedBody = Static<typeof PublishedShift>;

export const CancelledShift = Type.Object(
  { ...Success.properties, cancelled: Type.Integer(), operation: Operation },
  { title: 'ShiftCancelled' },
);
export type CancelledBody = Static<typeof CancelledShift>;
