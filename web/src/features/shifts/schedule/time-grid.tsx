import { ActionIcon } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { memo, type RefObject, useLayoutEffect, useMemo, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { type Day, dayMinutes, plusDays, wallOf, wallOfDay } from '../../../time/calendar.ts';
import { useNowMs, useTimes } from '../../../time/hooks.ts';
import type { Shift } from '../shift.ts';
import { aboveHours, isAllDay, layOut } from './blocks.ts';
import type { Moving } from './editor.ts';
import classes from './grid.module.css';
import type { Block, Placed, Span } from './layout.ts';
import { movingOf } from './move.ts';
import { type BlockContext, ShiftBlock } from './shift-block.tsx';
import { useShownDays } from './shown-days.ts';
import { lineMinutes } from './stack.ts';
import { RestOfStack, StackHead } from './stack-lines.tsx';
import { useMover } from './use-mover.ts';
import { useRoving } from './use-roving.ts';
import { useStable } from './use-stable.ts';
import type { ViewProps } from './view.ts';

const hours = Array.from({ length: 24 }, (_, hour) => hour);
/** So many shifts beside each other; more are stacked. A day scrolls sideways. */
const mostLanes = 100;
const mostLanesOfWeek = 2;
const lanesOf = (isOnly: boolean) => (isOnly ? mostLanes : mostLanesOfWeek);
/** So high is a title of two lines. */
const twoLinesMinutes = 40;
/** So high are the time and, below it, the title. */
const timeAndTitleMinutes = 48;
/** So high are the time and, below it, two lines with the title and all numbers. */
const threeLinesMinutes = 60;
/** Where the grid begins when nothing is planned earlier. */
const morning = 7;

/** One day or several beside each other, with the hours down the side. */
export function TimeGrid({ days, shifts, today, zone, editor, mineOf, openDay: open, statusOf }: ViewProps) {
  const t = useTranslations('shifts.calendar');
  const times = useTimes();
  const scroller = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const [first = today, last = first] = [days[0], days.at(-1)];
  const locate = (x: number, y: number) => {
    const columns = [...(body.current?.querySelectorAll('[data-column]') ?? [])];
    const rects = columns.map((column) => column.getBoundingClientRect());
    const at = rects.findIndex(({ left, right }) => x >= left && x < right);
    const rect = rects[at];
    const day = days[at];
    if (rect === undefined || day === undefined) return undefined;
    const minute = ((y - rect.top) / rect.height) * dayMinutes;
    return { wall: wallOfDay(day) + Math.min(dayMinutes - 1, Math.max(0, minute)) };
  };
  const { state, making, handlers } = useMover({
    editor,
    first,
    last,
    locate,
    keys: { ArrowUp: -15, ArrowDown: 15, ArrowLeft: -dayMinutes, ArrowRight: dayMinutes },
  });
  const { moving, refusal } = state;
  const shown = useShownDays(shifts, moving?.move);
  const roving = useRoving(scroller);
  const { openDay } = useStable({ openDay: open });
  const context = useMemo(
    (): BlockContext => ({ editor, handlers, roving, mineOf, zone }),
    [editor, handlers, roving, mineOf, zone],
  );
  useScrollToFirst(scroller, days);
  const nowWall = wallOf(useNowMs(60_000), zone);
  return (
    <>
      {statusOf?.(state)}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: follows the focus of the shifts inside */}
      <div
        ref={scroller}
        className={classes['scroller']}
        data-scrolls
        data-days={days.length}
        onFocus={roving.onFocus}
        onBlur={roving.onBlur}
      >
        <div className={classes['heads']}>
          <div className={classes['corner']} />
          {days.map((day) => (
            <div key={day} className={classes['head']} data-today={day === today || undefined}>
              <h3 id={`day-${day}`}>
                {days.length === 1 ? (
                  times.formatDay('day', day)
                ) : (
                  <button type="button" className={classes['dayName']} onClick={() => openDay(day)}>
                    {times.formatDay('weekday', day)}{' '}
                    <span className={classes['date']}>{times.formatDay('shortDay', day)}</span>
                  </button>
                )}
              </h3>
              {editor !== undefined && (
                <ActionIcon
                  variant="subtle"
                  aria-label={t('newOn', { day: times.formatDay('longDay', day) })}
                  onClick={() => editor.create(wallOfDay(day) + 9 * 60, wallOfDay(day) + 12 * 60)}
                >
                  <IconPlus size={18} aria-hidden />
                </ActionIcon>
              )}
              <AllDay
                day={day}
                placed={shown.get(day) ?? none}
                context={context}
                moving={moving}
                isOnly={days.length === 1}
              />
            </div>
          ))}
        </div>
        <div ref={body} className={classes['body']}>
          <div className={classes['hours']} aria-hidden>
            {hours.map((hour) => (
              <span key={hour}>{hour === 0 ? '' : times.clock(hour * 60)}</span>
            ))}
          </div>
          {days.map((day) => (
            <DayColumn
              key={day}
              day={day}
              placed={shown.get(day) ?? none}
              context={context}
              moving={
                shown.get(day)?.some(({ shift }) => shift.id === moving?.move.shift.id) ? moving : undefined
              }
              isRefused={refusal !== undefined}
              making={making !== undefined && isOn(making, day) ? making : undefined}
              nowWall={day === today ? nowWall : undefined}
              isOnly={days.length === 1}
              openDay={openDay}
            />
          ))}
        </div>
      </div>
    </>
  );
}

const none: readonly Placed<Shift>[] = [];
const isOn = ({ from, to }: { from: number; to: number }, day: Day) =>
  from < wallOfDay(plusDays(day, 1)) && to > wallOfDay(day);

/** Once for every range of days: to the first shift, or to the morning. */
function useScrollToFirst(scroller: RefObject<HTMLDivElement | null>, days: readonly Day[]): void {
  const key = days.join();
  const done = useRef('');
  useLayoutEffect(() => {
    const { current: box } = scroller;
    if (box === null || done.current === key) return;
    done.current = key;
    const tops = [...box.querySelectorAll<HTMLElement>('[data-column] [data-shift]')].map(
      ({ offsetTop }) => offsetTop,
    );
    const column = box.querySelector<HTMLElement>('[data-column]');
    const hour = (column?.offsetHeight ?? 0) / 24;
    // What goes on since the day before says little about where the day begins.
    const later = tops.filter((one) => one > 0);
    const first = Math.min(...(later.length === 0 ? tops : later));
    const top = Math.min(morning * hour, first) - hour / 3;
    // In the evening, it would be below what is shown.
    const isBelow = Number.isFinite(first) && first + hour > top + box.clientHeight - headHeight(box);
    box.scrollTop = isBelow ? first - hour : top;
  }, [scroller, key]);
}

const headHeight = (box: HTMLElement) => (box.firstElementChild as HTMLElement | null)?.offsetHeight ?? 0;

interface DayColumnProps {
  readonly day: Day;
  readonly placed: readonly Placed<Shift>[];
  readonly context: BlockContext;
  readonly moving: Moving | undefined;
  readonly isRefused: boolean;
  readonly making: { readonly from: number; readonly to: number } | undefined;
  readonly nowWall: number | undefined;
  /** It has the whole width, and scrolls sideways where that is not enough. */
  readonly isOnly: boolean;
  readonly openDay: (day: Day) => void;
}

const DayColumn = memo(function DayColumn(props: DayColumnProps) {
  const { day, placed, context, moving, isRefused, making, nowWall, isOnly, openDay } = props;
  const start = wallOfDay(day);
  const end = start + dayMinutes;
  const movedId = moving?.move.shift.id;
  const { blocks, heads, rests } = useMemo(() => {
    const most = lanesOf(isOnly);
    const others = placed.filter((one) => one.shift.id !== movedId);
    const above = aboveHours(others, start, most);
    return layOut(
      others.filter((one) => !above.has(one)),
      start,
      end,
      most,
    );
  }, [placed, movedId, start, end, isOnly]);
  // What is moved is above all others, at its time and never in a stack.
  const moved = placed.filter((one) => one.shift.id === movedId && !isAllDay(one, start));
  const shown = [...blocks, ...layOut(moved, start, end, 1).blocks];
  const topOf = (wall: number) => `${(100 * (Math.max(wall, start) - start)) / dayMinutes}%`;
  const heightOf = (from: number, to: number) =>
    `${(100 * (Math.min(to, end) - Math.max(from, start))) / dayMinutes}%`;
  const placeAt = (span: Span) => ({ top: topOf(span.start), height: heightOf(span.start, span.end) });
  return (
    <section
      className={classes['column']}
      data-column
      data-editable={context.editor !== undefined || undefined}
      aria-labelledby={`day-${day}`}
      {...(isOnly && { style: { minWidth: `${5.5 * Math.max(...blocks.map(({ lanes }) => lanes), 1)}rem` } })}
      onPointerDown={(event) => context.handlers?.make(event)}
    >
      {nowWall !== undefined && <div className={classes['now']} style={{ top: topOf(nowWall) }} />}
      {heads.map((head) => (
        <StackHead key={head.start} day={day} {...head} style={placeAt(head)} />
      ))}
      {shown.map((block) => (
        <ShiftBlock
          key={block.shift.id}
          shift={block.shift}
          day={day}
          context={context}
          isNarrow={
            block.lanes > 1 || block.stacked !== undefined || block.end - block.start < threeLinesMinutes
          }
          hasEnd={block.lanes === 1 && formOf(block) === 'full'}
          form={formOf(block)}
          hasClock={hasClock(block, isOnly)}
          moving={movingOf(block.shift, moving?.move, isRefused)}
          edges={edgesOf(block)}
          style={{
            ...placeAt(block),
            ...acrossOf(block, block.shift.id === movedId),
          }}
        />
      ))}
      {rests.map((rest) => (
        <RestOfStack key={rest.start} day={day} rest={rest} style={placeAt(rest)} open={openDay} />
      ))}
      {making !== undefined && (
        <div
          className={classes['making']}
          style={{ top: topOf(making.from), height: heightOf(making.from, making.to) }}
        />
      )}
    </section>
  );
});

function formOf({ stacked, start, end }: Block<Shift>) {
  const minutes = end - start;
  if (minutes >= (stacked === undefined ? timeAndTitleMinutes : 2 * lineMinutes)) return 'full';
  return minutes >= twoLinesMinutes ? 'lines' : 'line';
}

/** From where to where in the column. A line of a stack has all of it, and any line more while it is looked at. */
function acrossOf(block: Block<Shift>, isMoved: boolean) {
  if (isMoved) return { left: '15%', width: '85%' };
  if (block.stacked !== undefined && formOf(block) !== 'full') return {};
  return { left: `${(100 * block.lane) / block.lanes}%`, width: `${100 / block.lanes}%` };
}

/** A heading says when it is or, where only a line is left for it, its place on the grid. */
function hasClock(block: Block<Shift>, isOnly: boolean) {
  if (formOf(block) === 'full') return block.stacked !== 'headed';
  if (block.stacked === undefined) return isOnly && block.lanes === 1;
  return block.stacked === 'alone' && block.start !== block.from;
}

/** Those where the shift really begins and ends: in a stack, it may be drawn elsewhere. */
const edgesOf = ({ from, to, start, end }: Block<Shift>) => [
  ...(start === from ? (['start'] as const) : []),
  ...(end === to ? (['end'] as const) : []),
];

interface AllDayProps {
  readonly day: Day;
  readonly placed: readonly Placed<Shift>[];
  readonly context: BlockContext;
  readonly moving: Moving | undefined;
  readonly isOnly: boolean;
}

/** What goes on for the whole day is above the hours. */
function AllDay({ day, placed, context, moving, isOnly }: AllDayProps) {
  const start = wallOfDay(day);
  const movedId = moving?.move.shift.id;
  const above = useMemo(
    () =>
      aboveHours(
        placed.filter((one) => one.shift.id !== movedId),
        start,
        lanesOf(isOnly),
      ),
    [placed, movedId, start, isOnly],
  );
  const whole = placed.filter((one) => (one.shift.id === movedId ? isAllDay(one, start) : above.has(one)));
  if (whole.length === 0) return null;
  return (
    <div className={classes['allDay']}>
      {whole.map(({ shift }) => (
        <ShiftBlock
          key={shift.id}
          shift={shift}
          day={day}
          context={context}
          form="small"
          moving={movingOf(shift, moving?.move, false)}
        />
      ))}
    </div>
  );
}
