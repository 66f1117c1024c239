import type { CursorPage, Schemas } from '@muster/client';
import type { InfiniteData } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import { useTranslations } from 'use-intl';
import { refreshShifts, sendChange } from '../../../api/mutation.ts';
import { type OpenDraft, openDraft } from '../../../api/optimistic.ts';
import { queryClient } from '../../../api/query.ts';
import { movedFrom, useUndoMoves } from '../../../ui/use-undo-moves.ts';
import { type RosterPerson, rosterPages, type Shift } from './use-roster.ts';

export type Override = Schemas['Override'];

/** The dialog that is open over the roster. */
export type RosterDialog =
  | { readonly kind: 'signUp'; readonly isFinding: boolean }
  | { readonly kind: 'cancelShift' | 'duplicate' | 'saveTemplate' }
  | { readonly kind: 'message'; readonly people?: readonly RosterPerson[] }
  | { readonly kind: 'seriesChange'; readonly started: Schemas['SeriesChange'] }
  | {
      readonly kind: 'move' | 'cancel' | 'reject' | 'approve' | 'giveSpots' | 'checkIn' | 'checkOut';
      readonly people: readonly RosterPerson[];
    }
  | { readonly kind: 'correct'; readonly person: RosterPerson }
  | {
      readonly kind: 'refused';
      readonly title: string;
      readonly error: unknown;
      readonly again?: (override: Override) => Promise<unknown>;
    };

export interface RosterActions {
  readonly shift: Shift;
  readonly selected: ReadonlySet<number>;
  select(ids: readonly number[], isSelected: boolean): void;
  open(dialog: RosterDialog): void;
  /** Does it immediately, and shows a dialog if it is refused. */
  attempt(title: string, act: (override?: Override) => Promise<unknown>): Promise<void>;
}

export const RosterContext = createContext<RosterActions | undefined>(undefined);

export function useRosterActions(): RosterActions {
  const actions = useContext(RosterContext);
  if (actions === undefined) throw new Error('only on the roster');
  return actions;
}

/** Another role of the same shift, or another shift of the mission, with the name to call it by. */
export interface MoveTarget {
  readonly shiftId: number;
  readonly role: { readonly id: number; readonly key: string } | null;
  readonly name: string;
}

/** Moves someone at once. What is refused is shown in a dialog, and what was done can be undone. */
export function useMove() {
  const t = useTranslations('manageSignups');
  const { attempt, shift } = useRosterActions();
  const offerUndo = useUndoMoves();
  return (person: RosterPerson, to: MoveTarget) => {
    void attempt(t('menu.toRole', { role: to.name }), async (override) => {
      const { registration } = await move(person, to, override);
      const text = t('moving.done', { count: 1, name: person.user_name, place: to.name });
      offerUndo(text, shift.organization_id, [movedFrom(person, registration.id)]);
    });
  };
}

async function move(person: RosterPerson, to: MoveTarget, override?: Override) {
  const shown = to.shiftId === person.shift_id ? showRole(person, to.role) : undefined;
  try {
    const answer = await sendChange('post', '/api/v1/shifts/{destinationId}/signups/change', {
      path: { destinationId: to.shiftId },
      body: {
        current_shift_id: person.shift_id,
        user_id: person.user_id,
        role_key: to.role?.key ?? null,
        ...(override && { override }),
      },
    });
    shown?.keep();
    return answer;
  } catch (error) {
    shown?.undo();
    throw error;
  } finally {
    void refreshShifts();
  }
}

type Rows = InfiniteData<CursorPage<Schemas['AttendedRosterRow']>>;
type Row = Rows['pages'][number]['items'][number];

/** On the screen at once, before the roster is read again. */
function showRows(shiftId: number, change: (row: Row) => Row): OpenDraft {
  const open = openDraft(queryClient);
  open.draft.update<Rows>(rosterPages(shiftId).queryKey, (data) => ({
    ...data,
    pages: data.pages.map((page) => ({ ...page, items: page.items.map(change) })),
  }));
  return open;
}

function showRole(person: RosterPerson, role: MoveTarget['role']): OpenDraft {
  const place = { role_id: role?.id ?? null, role_key: role?.key ?? null };
  return showRows(person.shift_id, (row) => (row.id === person.id ? { ...row, ...place } : row));
}

type Decided = Pick<Schemas['Registration'], 'id' | 'shift_id' | 'status'>;

/** What is done next goes by what was answered: someone who has just been approved is not put back as unapproved. */
export function showDecided(registrations: readonly Decided[]): void {
  const statuses = new Map(registrations.map(({ id, status }) => [id, status]));
  for (const shiftId of new Set(registrations.map(({ shift_id }) => shift_id)))
    showRows(shiftId, (row) => ({ ...row, status: statuses.get(row.id) ?? row.status })).keep();
}

export async function decide(id: number, verdict: 'approve' | 'reject', reason?: string): Promise<void> {
  try {
    const { registration } = await sendChange('post', `/api/v1/registrations/{id}/${verdict}`, {
      path: { id },
      body: { ...(reason && { reason }) },
    });
    showDecided([registration]);
  } finally {
    void refreshShifts();
  }
}

/** A spot for a person on the waitlist, regardless of their position. */
export async function giveSpot({ id }: RosterPerson, override?: Override): Promise<void> {
  try {
    const { registration } = await sendChange('post', '/api/v1/registrations/{id}/promote', {
      path: { id },
      body: { ...(override && { override }) },
    });
    showDecided([registration]);
  } finally {
    void refreshShifts();
  }
}

/** Waits for a spot, or has one on offer. */
export const isWaiting = ({ status }: Pick<RosterPerson, 'status'>): boolean =>
  status === 'waitlisted' || status === 'offered';

/** Has a spot that can be exchanged for another one. */
export const canMove = ({ status }: Pick<RosterPerson, 'status'>): boolean =>
  status === 'active' || status === 'pending_approval';

/** `override`: for someone who has lost their spot in the meantime, on a shift that is full. */
export async function checkIn(person: RosterPerson, override?: Override): Promise<void> {
  await sendChange('post', '/api/v1/shifts/{id}/checkin', {
    path: { id: person.shift_id },
    body: { user_id: person.user_id, ...(override && { override }) },
  });
  void refreshShifts();
}

export async function checkOut(person: RosterPerson): Promise<void> {
  await sendChange('post', '/api/v1/shifts/{id}/checkout', {
    path: { id: person.shift_id },
    body: { user_id: person.user_id },
  });
  void refreshShifts();
}

/** What can be done next about their attendance. */
export function attendanceSteps({ status, attendance }: RosterPerson) {
  const came = attendance?.status ?? 'expected';
  return {
    checkIn: status === 'active' && (came === 'expected' || came === 'no_show'),
    checkOut: status === 'active' && came === 'checked_in',
    correct: status === 'active' || came !== 'expected',
  };
}

export const canVerify = ({ attendance }: RosterPerson): boolean =>
  attendance?.status === 'checked_out' && attendance.verified_at === null;
