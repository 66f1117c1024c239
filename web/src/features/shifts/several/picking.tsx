import { Button } from '@mantine/core';
import { IconListCheck } from '@tabler/icons-react';
import { createContext, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useIsPerson } from '../../../api/me.ts';
import type { OwnStatus } from '../../../api/own-shifts.ts';
import { SelectionBar } from '../../../ui/bars.tsx';
import { lazyDialog } from '../../../ui/lazy-dialog.tsx';
import type { Shift } from '../shift.ts';
import { hasStarted } from '../spots.ts';

const SeveralDialog = lazyDialog(() => import('./several-dialog.tsx'));

/** Selecting shifts to sign up for together. The lists and calendars below it show what is selected. */
export interface Picking {
  readonly picked: ReadonlyMap<number, Shift>;
  toggle(shift: Shift): void;
}

/** Undefined: shifts are opened, not selected. */
export const PickingContext = createContext<Picking | undefined>(undefined);

/** People who are signed up already, or come too late, have nothing to select. */
export function canPick(shift: Shift, mine: OwnStatus | undefined): boolean {
  return mine === undefined && shift.status === 'published' && !hasStarted(shift);
}

export function usePicking() {
  const [picked, setPicked] = useState<ReadonlyMap<number, Shift>>();
  const toggle = (shift: Shift) =>
    setPicked((old) => {
      const next = new Map(old);
      if (!next.delete(shift.id)) next.set(shift.id, shift);
      return next;
    });
  return {
    picking: picked && { picked, toggle },
    start: () => setPicked(new Map()),
    stop: () => setPicked(undefined),
  };
}

type Control = ReturnType<typeof usePicking>;

/** Stays where it is, so that it keeps the focus. */
export function PickButton({ picking, start, stop }: Control) {
  const t = useTranslations('shifts.several');
  const isPerson = useIsPerson();
  if (!isPerson) return null;
  return (
    <Button
      variant={picking === undefined ? 'default' : 'light'}
      aria-pressed={picking !== undefined}
      leftSection={<IconListCheck size={18} aria-hidden />}
      onClick={picking === undefined ? start : stop}
    >
      {t('select')}
    </Button>
  );
}

export function PickBar({ picking, stop }: Control) {
  const t = useTranslations('shifts.several');
  if (picking === undefined) return null;
  const shifts = [...picking.picked.values()];
  const count = shifts.length;
  return (
    <SelectionBar
      label={t('label')}
      selected={count === 0 ? t('hint') : t('selected', { count })}
      clearLabel={t('stop')}
      clear={stop}
    >
      {count > 0 && (
        <SeveralDialog shifts={shifts} done={stop}>
          {(open) => (
            <Button px="sm" onClick={open}>
              {t('signUp')}
            </Button>
          )}
        </SeveralDialog>
      )}
    </SelectionBar>
  );
}
