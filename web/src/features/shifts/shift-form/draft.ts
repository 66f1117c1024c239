import type { Schemas } from '@muster/client';
import {
  type ClockTime,
  clockOf,
  clockOfWall,
  dayKey,
  endOf,
  minutesBetween,
  plusDays,
  spanOf,
  wallOfDay,
} from '../../../time/calendar.ts';
import { noRepetition, type Repetition, ruleOf } from './recurrence.ts';

interface RoleDraft {
  /** Of a role that the shift has already. */
  readonly id?: number;
  /** Set once; a new role gets it from its name. */
  readonly key: string;
  readonly name: string;
  readonly capacity: number | '';
  readonly minimum: number | '';
}

/** A shift as the form holds it: everything as it is typed. */
export interface ShiftDraft {
  program_id: string;
  /** Empty: the one that the program has by default. */
  mission_id: string;
  title: string;
  description: string;
  location: string;
  team_notes: string;
  date: string;
  start: string;
  end: string;
  /** Empty: the same day, or the next where the end is earlier on the clock. */
  end_date: string;
  time_zone: string;
  capacity: number | '';
  minimum: number | '';
  waitlist: 'none' | 'some' | 'any';
  waitlist_capacity: number | '';
  requires_approval: boolean;
  roles: RoleDraft[];
  status: 'published' | 'draft';
  repetition: Repetition;
}

type Shift = Schemas['Shift'];
type Create = Schemas['CreateShiftRequest'];

export function emptyDraft(zone: string, nowMs: number): ShiftDraft {
  return {
    program_id: '',
    mission_id: '',
    title: '',
    description: '',
    location: '',
    team_notes: '',
    date: plusDays(dayKey(nowMs, zone), 1),
    start: '09:00',
    end: '12:00',
    end_date: '',
    time_zone: zone,
    capacity: 10,
    minimum: '',
    waitlist: 'some',
    waitlist_capacity: 5,
    requires_approval: false,
    roles: [],
    status: 'published',
    repetition: noRepetition,
  };
}

type Plain = Pick<
  Shift,
  'program_id' | 'mission_id' | 'title' | 'description' | 'location' | 'time_zone' | 'requires_approval'
> &
  Pick<Shift, 'capacity' | 'minimum' | 'waitlist_capacity'> & {
    readonly roles: readonly (Omit<Shift['roles'][number], 'id' | 'signup_count' | 'spots_left'> & {
      readonly id?: number;
    })[];
  };

/** Everything but when it takes place. */
function plainDraft(shift: Plain) {
  const { waitlist_capacity: waiting } = shift;
  return {
    program_id: String(shift.program_id),
    mission_id: String(shift.mission_id),
    title: shift.title,
    description: shift.description,
    location: shift.location,
    time_zone: shift.time_zone,
    capacity: shift.capacity ?? ('' as const),
    minimum: shift.minimum ?? ('' as const),
    waitlist: waiting === null ? ('any' as const) : waiting === 0 ? ('none' as const) : ('some' as const),
    waitlist_capacity: waiting ?? ('' as const),
    requires_approval: shift.requires_approval,
    roles: shift.roles.map(({ id, key, name, capacity, minimum }) => ({
      ...(id !== undefined && { id }),
      key,
      name,
      capacity: capacity ?? ('' as const),
      minimum: minimum ?? ('' as const),
    })),
  };
}

const clockDraft = (start: ClockTime, end: ClockTime) => ({
  date: start.date,
  start: start.time,
  end: end.time,
  end_date: endOf(start, end.time).date === end.date ? '' : end.date,
});

/** Notes for the team are read apart from the shift: not everyone who sees it may read them. */
export function draftOf(shift: Shift, teamNotes: string | null): ShiftDraft {
  return {
    ...plainDraft(shift),
    team_notes: teamNotes ?? '',
    ...clockDraft(clockOf(shift.start_time, shift.time_zone), clockOf(shift.end_time, shift.time_zone)),
    status: shift.status === 'draft' ? 'draft' : 'published',
    repetition: noRepetition,
  };
}

/** A shift of a template on this day. */
export function templateDraft(
  shift: Schemas['ShiftTemplate']['shifts'][number],
  date: string,
): Partial<ShiftDraft> {
  const [hours = 0, minutes = 0] = shift.start.split(':').map(Number);
  const from = wallOfDay(date) + hours * 60 + minutes;
  return {
    ...plainDraft(shift),
    team_notes: shift.team_notes ?? '',
    ...clockDraft(clockOfWall(from), clockOfWall(from + shift.minutes)),
  };
}

/** The times on the clock as they are typed; undefined while they are half typed. */
export function clocksOf(
  draft: ShiftDraft,
): { readonly start: ClockTime; readonly end: ClockTime } | undefined {
  if (draft.date === '' || draft.start === '' || draft.end === '') return undefined;
  const start = { date: draft.date, time: draft.start };
  return {
    start,
    end: draft.end_date === '' ? endOf(start, draft.end) : { date: draft.end_date, time: draft.end },
  };
}

function timesOf(draft: ShiftDraft): { start_time: string; end_time: string } {
  const clocks = clocksOf(draft);
  return clocks ? spanOf(clocks.start, clocks.end, draft.time_zone) : { start_time: '', end_time: '' };
}

/** How long it lasts; undefined while the times are half typed or run backwards. */
export function lengthMinutes(draft: ShiftDraft): number | undefined {
  const { start_time, end_time } = timesOf(draft);
  if (start_time === '' || end_time === '') return undefined;
  const minutes = minutesBetween(start_time, end_time);
  return minutes > 0 ? minutes : undefined;
}

function keyOf(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return (
    plain
      .replace(/[^a-z0-9]+/g, '_')
      .replace(/^_+|_+$/g, '')
      .slice(0, 60) || 'role'
  );
}

/** Where the roles have more spots together than the shift: then not all of them can be taken. */
export function excessOf({
  roles,
  capacity,
}: Pick<ShiftDraft, 'roles' | 'capacity'>): { roles: number; shift: number } | undefined {
  const together = roles.reduce((sum, role) => sum + Number(role.capacity), 0);
  const spots = Number(capacity);
  return capacity !== '' && together > spots ? { roles: together, shift: spots } : undefined;
}

/** Two roles of one name would be one to the service: the second gets a number. */
export function withKeys(roles: readonly RoleDraft[]): RoleDraft[] {
  const taken = new Set(roles.map(({ key }) => key).filter((key) => key !== ''));
  return roles.map((role) => {
    if (role.key !== '') return role;
    const plain = keyOf(role.name);
    let key = plain;
    for (let number = 2; taken.has(key); number += 1) key = `${plain}_${number}`;
    taken.add(key);
    return { ...role, key };
  });
}

function spotsOf(draft: ShiftDraft) {
  const waiting = { none: 0, any: null, some: Number(draft.waitlist_capacity) };
  return {
    capacity: draft.capacity === '' ? null : draft.capacity,
    minimum: draft.minimum === '' ? null : draft.minimum,
    waitlist_capacity: waiting[draft.waitlist],
    requires_approval: draft.requires_approval,
    roles: withKeys(draft.roles).map(({ capacity, minimum, ...role }) => ({
      ...role,
      name: role.name.trim(),
      capacity: capacity === '' ? null : capacity,
      minimum: minimum === '' ? null : minimum,
    })),
  };
}

function bodyOf(draft: ShiftDraft) {
  return {
    title: draft.title.trim(),
    description: draft.description,
    location: draft.location.trim(),
    team_notes: draft.team_notes.trim() || null,
    time_zone: draft.time_zone,
    ...timesOf(draft),
    ...spotsOf(draft),
    ...(draft.mission_id !== '' && { mission_id: Number(draft.mission_id) }),
  };
}

export function createBody(draft: ShiftDraft): Create {
  const recurrence = ruleOf(draft.repetition, draft.date);
  const { title, ...body } = bodyOf(draft);
  return {
    ...body,
    // Without one the shift is called like its program.
    ...(title !== '' && { title }),
    program_id: Number(draft.program_id),
    status: draft.status,
    ...(recurrence !== undefined && { recurrence }),
  };
}

/** Only what differs: the rest of a series keeps what was changed by hand elsewhere. */
export function changeBody(before: ShiftDraft, after: ShiftDraft): Schemas['ChangeShiftRequest'] {
  const old: Record<string, unknown> = bodyOf(before);
  const entries = Object.entries(bodyOf(after)).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(old[name]),
  );
  return Object.fromEntries(entries);
}

/** Where the form shows what the service says about its own field. */
export function fieldOf(path: string): string {
  const names: Record<string, string> = { start_time: 'start', end_time: 'end' };
  return names[path] ?? path.replace(/^roles\.(\d+)\.key$/, 'roles.$1.name');
}

/** The API's names of what has its own input in the form. */
export const shownFields = [
  'program_id',
  'mission_id',
  'title',
  'location',
  'description',
  'team_notes',
  'start_time',
  'end_time',
  'time_zone',
  'capacity',
  'minimum',
  'waitlist_capacity',
];
