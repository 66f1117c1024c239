import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useNowMs, useTimes } from '../../../time/hooks.ts';
import type { Moving } from './editor.ts';
import { longestDays, notifiedBy } from './move.ts';
import classes from './schedule.module.css';
import { previewOf } from './shown-days.ts';
import { useMoveNotes } from './use-move-notes.ts';
import type { MoveState } from './view.ts';

interface MoveStatusProps extends MoveState {
  /** What became of the last change. */
  readonly news: ReactNode;
}

/** Says where a shift is while it is moved, why it can't be there, and what became of it; read aloud as it changes. */
export function MoveStatus({ news, ...state }: MoveStatusProps) {
  const t = useTranslations('manageShifts.move');
  const { moving, left, refusal, hasHours } = state;
  const said = news ?? (left && t('left', { title: left.title }));
  return (
    <div className={classes['status']} data-refused={refusal !== undefined || undefined}>
      <div role="status">{moving === undefined ? said : <Where {...state} moving={moving} />}</div>
      {moving === undefined && !said && (
        <>
          <p className={classes['hint']}>{t(hasHours ? 'hint.hours' : 'hint.days')}</p>
          <p className={classes['hintTouch']}>{t(hasHours ? 'hint.touch' : 'hint.touchDays')}</p>
        </>
      )}
    </div>
  );
}

function Where({
  moving: { move, how },
  refusal,
  preview,
  problem,
  hasHours,
}: MoveState & { readonly moving: Moving }) {
  const t = useTranslations('manageShifts.move');
  const times = useTimes();
  const { shift } = previewOf(move);
  const notes = useMoveNotes()(move);
  const nowMs = useNowMs();
  const count = preview?.people ?? notifiedBy(shift, nowMs);
  const told = [...(preview?.refusals ?? problem?.errors ?? []), ...(preview?.warnings ?? [])];
  const reasons = [...notes, ...told.map(({ message }) => message)];
  if (told.length === 0 && problem !== undefined) reasons.push(problem.detail);
  return (
    <>
      <strong>{shift.title}</strong>:{' '}
      {times.range('moment', shift.start_time, shift.end_time, shift.time_zone)}
      {move.row !== undefined && move.row.label !== '' && `, ${move.row.label}`}. {reasons.join(' ')}{' '}
      {refusal !== undefined
        ? refusal !== 'service' && t(`refused.${refusal}`, { days: longestDays })
        : count > 0
          ? t('told', { count })
          : ''}{' '}
      {how === 'keys' && t(hasHours ? 'keys' : 'keysInDays')}
    </>
  );
}
