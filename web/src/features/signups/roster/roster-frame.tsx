import { type ReactNode, useMemo, useState } from 'react';
import { type Dialog, type RosterActions, RosterContext } from './actions.ts';
import type { RosterPerson, Shift } from './use-roster.ts';
import { Windows } from './windows.tsx';

interface RosterFrameProps {
  readonly shift: Shift;
  readonly people: readonly RosterPerson[];
  readonly children: ReactNode;
}

/** Holds what is ticked and which window is open. */
export function RosterFrame({ shift, people, children }: RosterFrameProps) {
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const [dialog, setDialog] = useState<Dialog>();
  const actions = useMemo(
    (): RosterActions => ({
      shift,
      selected,
      select: (ids, isSelected) =>
        setSelected((before) => {
          const next = new Set(before);
          for (const id of ids) {
            if (isSelected) next.add(id);
            else next.delete(id);
          }
          return next;
        }),
      open: setDialog,
      attempt: async (title, act) => {
        try {
          await act();
        } catch (error) {
          setDialog({ kind: 'refused', title, error, again: act });
        }
      },
    }),
    [shift, selected],
  );
  return (
    <RosterContext value={actions}>
      {children}
      {dialog !== undefined && <Windows dialog={dialog} people={people} close={() => setDialog(undefined)} />}
    </RosterContext>
  );
}
