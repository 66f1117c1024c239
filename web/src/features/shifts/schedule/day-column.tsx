import { memo, useMemo } from 'react';
import { type Day, dayMinutes, wallOfDay } from '../../../time/calendar.ts';
import type { Shift } from '../shift.ts';
import { aboveHours, isAllDay, layOut } from './blocks.ts';
import type { Moving } from './editor.ts';
import classes from './grid.module.css';
import type { Block, Placed, Span } from './layout.ts';
import { movingOf } from './move.ts';
import { type BlockContext, ShiftBlock } from './shift-block.tsx';
import { lineMinutes } from './stack.ts';
import { RestOfStack, StackHead } from './stack-lines.tsx';

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

/** The hours of a day and its shifts among them. */
export const DayColumn = memo(function DayColumn(props: DayColumnProps) {
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
export function AllDay({ day, placed, context, moving, isOnly }: AllDayProps) {
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
