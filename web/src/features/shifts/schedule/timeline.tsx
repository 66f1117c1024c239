import { Text } from '@mantine/core';
import { memo, useLayoutEffect, useMemo, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { type Day, dayMinutes, wallOf, wallOfDay } from '../../../time/calendar.ts';
import { useNowMs, useTimes } from '../../../time/hooks.ts';
import type { Shift } from '../shift.ts';
import { layOut, placeOf } from './blocks.ts';
import classes from './grid.module.css';
import type { Placed } from './layout.ts';
import { type Move, movingOf } from './move.ts';
import { NewShiftButton } from './new-shift-button.tsx';
import { type Grouping, type Row, rowsOf } from './rows.ts';
import { type BlockContext, ShiftBlock } from './shift-block.tsx';
import { previewOf } from './shown-days.ts';
import layout from './timeline.module.css';
import { useMover } from './use-mover.ts';
import { useRoving } from './use-roving.ts';
import type { ViewProps } from './view.ts';

const hours = Array.from({ length: 24 }, (_, hour) => hour);
const morning = 7;
/** Shorter shifts have no space for the end and the minimum beside each other. */
const fullMinutes = 180;

interface TimelineProps extends ViewProps {
  readonly by: Grouping;
  readonly programs: ReadonlyMap<number, string>;
}

/** One day, with the hours from left to right and a row for each program, place or role. */
export function Timeline({
  days,
  shifts,
  today,
  zone,
  editor,
  mineOf,
  statusOf,
  by,
  programs,
}: TimelineProps) {
  const t = useTranslations('manageShifts.timeline');
  const times = useTimes();
  const scroller = useRef<HTMLDivElement>(null);
  const [day = today] = days;
  const start = wallOfDay(day);
  const rows = useMemo(
    () =>
      rowsOf(
        shifts.filter((shift) => isOn(placeOf(shift), start)),
        by,
        programs,
      ),
    [shifts, by, programs, start],
  );
  const locate = (x: number, y: number) => {
    const track = scroller.current?.querySelector('[data-track]')?.getBoundingClientRect();
    if (track === undefined) return undefined;
    const minute = ((x - track.left) / track.width) * dayMinutes;
    const key = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-row]')?.dataset['row'];
    const row = rows.find((one) => one.key === key);
    return { wall: start + Math.min(dayMinutes - 1, Math.max(0, minute)), row };
  };
  const { state, making, handlers } = useMover({
    editor,
    first: day,
    last: day,
    locate,
    keys: { ArrowLeft: -15, ArrowRight: 15 },
    by,
    rows,
  });
  const { moving, refusal } = state;
  const roving = useRoving(scroller);
  const context = useMemo(
    (): BlockContext => ({ editor, handlers, roving, mineOf, zone }),
    [editor, handlers, roving, mineOf, zone],
  );
  // To the first shift, or to the morning.
  useLayoutEffect(() => {
    const { current: box } = scroller;
    const track = box?.querySelector<HTMLElement>('[data-track]');
    if (!box || !track || day === '') return;
    const hour = track.offsetWidth / 24;
    const lefts = [...box.querySelectorAll<HTMLElement>('[data-shift]')].map(({ offsetLeft }) => offsetLeft);
    const first = Math.min(...lefts);
    const isBeyond =
      Number.isFinite(first) && first + hour > morning * hour + box.clientWidth - track.offsetLeft;
    box.scrollLeft = (isBeyond ? first : Math.min(morning * hour, first)) - hour / 3;
  }, [day]);
  const nowWall = wallOf(useNowMs(60_000), zone);
  return (
    <>
      {statusOf?.(state)}
      {rows.every((row) => row.shifts.length === 0) && <Text mb="xs">{t('none')}</Text>}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: follows the focus of the shifts inside */}
      <div
        ref={scroller}
        className={classes['scroller']}
        data-scrolls
        onFocus={roving.onFocus}
        onBlur={roving.onBlur}
      >
        <div className={layout['ruler']} aria-hidden>
          <span className={layout['rowName']} />
          <span className={layout['ticks']}>
            {hours.map((hour) => (
              <span key={hour}>{times.clock(hour * 60)}</span>
            ))}
          </span>
        </div>
        {rows.map((row) => (
          <TimelineRow
            key={row.key}
            row={row}
            role={by === 'role' ? row.label : undefined}
            name={row.label || t(`without.${by}`)}
            day={day}
            context={context}
            move={moving !== undefined && concerns(moving.move, row) ? moving.move : undefined}
            isRefused={refusal !== undefined}
            making={making?.row?.key === row.key ? making : undefined}
            nowWall={day === today ? nowWall : undefined}
          />
        ))}
      </div>
    </>
  );
}

const isOn = ({ from, to }: Placed<Shift>, start: number) => from < start + dayMinutes && to > start;

/** Whether a row is left or entered by what is moved. */
const concerns = ({ shift, row: entered }: Move, row: Row) => entered?.key === row.key || row.has(shift);

interface TimelineRowProps {
  readonly row: Row;
  /** Whose numbers the shifts show, where the rows are roles. */
  readonly role: string | undefined;
  readonly name: string;
  readonly day: Day;
  readonly context: BlockContext;
  readonly move: Move | undefined;
  readonly isRefused: boolean;
  readonly making: { readonly from: number; readonly to: number } | undefined;
  readonly nowWall: number | undefined;
}

const TimelineRow = memo(function TimelineRow(props: TimelineRowProps) {
  const { row, role, name, day, context, move, isRefused, making, nowWall } = props;
  const t = useTranslations('manageShifts.timeline');
  const start = wallOfDay(day);
  const { blocks } = useMemo(() => {
    const placed = row.shifts.filter(({ id }) => id !== move?.shift.id).map(placeOf);
    const isHere =
      move !== undefined && (move.row === undefined ? row.has(move.shift) : move.row.key === row.key);
    return layOut(
      isHere ? [...placed, previewOf(move)] : placed,
      start,
      start + dayMinutes,
      Number.POSITIVE_INFINITY,
    );
  }, [row, move, start]);
  const lanes = Math.max(1, ...blocks.map(({ lane }) => lane + 1));
  const share = (minutes: number) => `${(100 * minutes) / dayMinutes}%`;
  return (
    <section className={layout['row']} data-row={row.key} data-role={role} aria-label={name}>
      <div className={layout['rowName']}>
        <h3>{name}</h3>
        <NewShiftButton editor={context.editor} label={t('newIn', { name })} day={day} row={row} />
      </div>
      <div
        className={layout['track']}
        data-track
        data-editable={context.editor !== undefined || undefined}
        style={{ minHeight: `${lanes * 3.25}rem` }}
        onPointerDown={(event) => context.handlers?.make(event)}
      >
        {nowWall !== undefined && (
          <div className={classes['nowUp']} style={{ left: share(nowWall - start) }} />
        )}
        {blocks.map(({ shift, from, to, start: left, end: right, lane }) => (
          <ShiftBlock
            key={shift.id}
            shift={shift}
            day={day}
            context={context}
            role={role}
            isNarrow={right - left < fullMinutes}
            moving={movingOf(shift, move, isRefused)}
            edges={[
              ...(from >= start ? (['start'] as const) : []),
              ...(to <= start + dayMinutes ? (['end'] as const) : []),
            ]}
            style={{
              left: share(left - start),
              width: share(right - left),
              top: `${lane * 3.25}rem`,
              height: '3.25rem',
            }}
          />
        ))}
        {making !== undefined && (
          <div
            className={classes['makingUp']}
            style={{ left: share(making.from - start), width: share(making.to - making.from) }}
          />
        )}
      </div>
    </section>
  );
});
