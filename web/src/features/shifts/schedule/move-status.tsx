import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useTimes } from '../../../time/hooks.ts';
import { longestDays, notifiedBy } from './move.ts';
import type { Preview } from './preview.ts';
import classes from './schedule.module.css';
import { previewOf } from './shown-days.ts';
import type { Moving } from './use-mover.ts';
import type { MoveState } from './view.ts';

interface MoveStatusProps extends MoveState {
  /** What became of the last change. */
  readonly news: ReactNode;
}

/** Says where a shift is while it is moved, why it can't be there, and what became of it; read aloud as it changes. */
export function MoveStatus({ moving, refusal, preview, hasHours, news }: MoveStatusProps) {
  const t = useTranslations('manageShifts.move');
  return (
    <div className={classes['status']} data-refused={refusal !== undefined || undefined}>
      <div role="status">
        {moving === undefined ? (
          news
        ) : (
          <Where moving={moving} refusal={refusal} preview={preview} hasHours={hasHours} />
        )}
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
  readonly refusal: MoveState['refusal'];
  readonly preview: Preview | undefined;
  readonly hasHours: boolean;
}

function Where({ moving: { move, how }, refusal, preview, hasHours }: WhereProps) {
  const t = useTranslations('manageShifts.move');
  const times = useTimes();
  const { shift } = previewOf(move);
  const count = preview?.people ?? notifiedBy(shift);
  const reasons = [...(preview?.refusals ?? []), ...(preview?.warnings ?? [])].map(({ message }) => message);
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
