import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useTimes } from '../../../time/hooks.ts';
import { longestDays, type MoveRefusal, notifiedBy } from './move.ts';
import classes from './schedule.module.css';
import { previewOf } from './shown-days.ts';
import type { Moving } from './use-mover.ts';
import type { MoveState } from './view.ts';

interface MoveStatusProps extends MoveState {
  /** What became of the last change. */
  readonly news: ReactNode;
}

/** Says where a shift is while it is moved, why it can't be there, and what became of it; read aloud as it changes. */
export function MoveStatus({ moving, refusal, hasHours, news }: MoveStatusProps) {
  const t = useTranslations('manageShifts.move');
  return (
    <div className={classes['status']} data-refused={refusal !== undefined || undefined}>
      <div role="status">
        {moving === undefined ? news : <Where moving={moving} refusal={refusal} hasHours={hasHours} />}
      </div>
      {moving === undefined && (news === undefined || news === null) && (
        <>
          <p className={classes['hint']}>{t(hasHours ? 'hint.hours' : 'hint.days')}</p>
          <p className={classes['hintTouch']}>{t(hasHours ? 'hint.touch' : 'hint.touchDays')}</p>
        </>
      )}
    </div>
  );
}

interface WhereProps {
  readonly moving: Moving;
  readonly refusal: MoveRefusal | undefined;
  readonly hasHours: boolean;
}

function Where({ moving: { move, how }, refusal, hasHours }: WhereProps) {
  const t = useTranslations('manageShifts.move');
  const times = useTimes();
  const { shift } = previewOf(move);
  const count = notifiedBy(shift);
  return (
    <>
      <strong>{shift.title}</strong>:{' '}
      {times.range('moment', shift.start_time, shift.end_time, shift.time_zone)}
      {move.row !== undefined && move.row.label !== '' && `, ${move.row.label}`}.{' '}
      {refusal !== undefined
        ? t(`refused.${refusal}`, { days: longestDays })
        : count > 0
          ? t('told', { count })
          : ''}{' '}
      {how === 'keys' && t(hasHours ? 'keys' : 'keysInDays')}
    </>
  );
}
