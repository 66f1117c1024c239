import { shallowEqual } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { type CSSProperties, memo, use } from 'react';
import { useTranslations } from 'use-intl';
import type { OwnStatus } from '../../../api/own-shifts.ts';
import { type Day, dayMinutes, shiftDays, wallOf } from '../../../time/calendar.ts';
import { useTimes } from '../../../time/hooks.ts';
import { canPick, PickingContext } from '../several/picking.tsx';
import type { Shift } from '../shift.ts';
import { spotsOf, staffOf } from '../spots.ts';
import { useSpotsText, useStaffText } from '../spots-left.tsx';
import type { Editor } from './editor.ts';
import type { movingOf, Part } from './move.ts';
import classes from './shift-block.module.css';
import type { ShiftHandlers } from './use-mover.ts';
import type { useRoving } from './use-roving.ts';

/** What every shift of a view has in common. */
export interface BlockContext {
  readonly editor: Editor | undefined;
  readonly handlers?: ShiftHandlers | undefined;
  readonly roving?: ReturnType<typeof useRoving> | undefined;
  readonly mineOf: (shift: Shift) => OwnStatus | undefined;
  /** Whose clock the grid shows: shifts of other zones say so. */
  readonly zone: string;
}

interface ShiftBlockProps {
  readonly shift: Shift;
  /** The day under which it is: a shift over midnight, or for days, is on each of them. */
  readonly day: Day;
  readonly context: BlockContext;
  /** In the row of a role: its numbers are shown instead of those of the whole shift. */
  readonly role?: string | undefined;
  readonly style?: CSSProperties;
  /** In a month, two lines: when and how many, and the title. In a stack, often only one, or two for the title. */
  readonly form?: 'full' | 'small' | 'line' | 'lines';
  /** Not where a heading above it says when it is. */
  readonly hasClock?: boolean;
  readonly isNarrow?: boolean;
  /** When it ends. Not where it is narrow and the height shows that. */
  readonly hasEnd?: boolean;
  /** It is being moved, and can or can't be dropped here. */
  readonly moving?: ReturnType<typeof movingOf>;
  /** The edges to pull at: those that can be seen. */
  readonly edges?: readonly Exclude<Part, 'all'>[];
}

/**
 * A shift in a calendar: when, what, and how many of its spots are taken. Drawn again only when something about it has
 * changed: with every step of a drag, 90 of them would take 340 ms.
 */
export const ShiftBlock = memo(function ShiftBlock(props: ShiftBlockProps) {
  const { shift, day, context, role, style, form = 'full', hasClock = true, moving, edges = [] } = props;
  const { editor, handlers, roving, mineOf, zone } = context;
  const isFull = form === 'full';
  const isNarrow = props.isNarrow === true || !isFull;
  const { hasEnd = !isNarrow } = props;
  const zoneName = useZoneName(shift, zone);
  const zoneMark = zoneName !== undefined && (
    <span className={classes['zone']} aria-hidden>
      {isFull && ' '}
      {zoneName.short}
    </span>
  );
  const t = useTranslations('shifts');
  const mine = mineOf(shift);
  const picking = use(PickingContext);
  const isPickable = picking !== undefined && canPick(shift, mine);
  const spots = spotsOf(shift, editor !== undefined);
  const words = useSpotsText()(spots);
  const staff = staffOf(shift, role);
  const staffText = useStaffText();
  const { capacity, spots_left: left, status } = shift;
  const taken = capacity === null || left === null ? shift.signup_count : capacity - left;
  const lacks = status !== 'cancelled' && spots.kind === 'spots';
  return (
    <Link
      to={editor === undefined ? '/shifts/$id' : '/manage/shifts/$id'}
      params={{ id: String(shift.id) }}
      className={classes['block']}
      style={style}
      draggable={false}
      data-shift={shift.id}
      data-form={form}
      data-narrow={props.isNarrow || undefined}
      data-status={status}
      data-mine={mine}
      data-open={lacks || undefined}
      data-under={staff.isUnder || undefined}
      data-moving={moving}
      {...(isPickable && { role: 'checkbox', 'aria-checked': picking.picked.has(shift.id) })}
      {...(roving !== undefined && { tabIndex: -1 })}
      onPointerDown={(event) => handlers?.grab(event, shift, 'all')}
      onKeyDown={(event) => {
        if (isPickable && event.key === ' ') {
          event.preventDefault();
          picking.toggle(shift);
        } else if (handlers?.press(event, shift)) event.preventDefault();
        else roving?.go(event);
        if (event.key.startsWith('Arrow')) event.stopPropagation();
      }}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        if (editor === undefined && !isPickable) return;
        event.preventDefault();
        if (isPickable) picking.toggle(shift);
        else editor?.open(shift);
      }}
    >
      <span className={hasClock ? classes['clock'] : 'only-read-aloud'}>
        <ClockText shift={shift} day={day} isRange={hasEnd || !hasClock} />
        {zoneName !== undefined && <span className="only-read-aloud"> {zoneName.long}</span>}
        {isFull && zoneMark}
      </span>{' '}
      <span className={classes['title']}>{shift.title || t('board.untitled')}</span> {isFull || zoneMark}
      <span className={classes['staff']} aria-hidden>
        {editor !== undefined
          ? staffText.short(staff, isNarrow)
          : capacity === null
            ? taken
            : `${taken}/${capacity}`}
      </span>
      <span className="only-read-aloud">
        {editor !== undefined
          ? staffText.long(staff)
          : capacity === null
            ? words
            : t('board.filled', { taken, capacity })}
        {status !== 'published' && `, ${t(`calendar.legend.${status}`)}`}
        {shift.location !== '' && `, ${shift.location}`}
      </span>
      {isFull && shift.location !== '' && (
        <span className={classes['place']} aria-hidden>
          {shift.location}
        </span>
      )}
      {mine !== undefined && (
        <span className={isFull ? classes['own'] : 'only-read-aloud'}> {t(`board.mineStatus.${mine}`)}</span>
      )}
      {status !== 'published' && isFull && (
        <span className={classes['own']} aria-hidden>
          {t(`calendar.legend.${status}`)}
        </span>
      )}
      {editor !== undefined &&
        edges.map((edge) => (
          <span
            key={edge}
            aria-hidden
            className={classes['edge']}
            data-edge={edge}
            onPointerDown={(event) => handlers?.grab(event, shift, edge)}
          />
        ))}
    </Link>
  );
}, isSame);

function isSame(before: ShiftBlockProps, after: ShiftBlockProps): boolean {
  const { style, edges, ...rest } = before;
  const { style: nextStyle, edges: nextEdges, ...next } = after;
  return (
    shallowEqual(rest, next) &&
    shallowEqual(style ?? {}, nextStyle ?? {}) &&
    edges?.join() === nextEdges?.join()
  );
}

interface ClockTextProps {
  readonly shift: Shift;
  readonly day: Day;
  readonly isRange: boolean;
}

function ClockText({ shift, day, isRange }: ClockTextProps) {
  const t = useTranslations('shifts.calendar');
  const times = useTimes();
  const { start_time: start, end_time: end, time_zone: zone } = shift;
  const days = shiftDays(shift);
  if (days.length === 1 && isRange) return times.span(start, end, zone, day);
  const isMidnight = (instant: string) => days.length > 1 && wallOf(instant, zone) % dayMinutes === 0;
  if (day === days[0] && !isMidnight(start)) return times.format('time', start, zone);
  if (day === days.at(-1) && !isMidnight(end)) return t('until', { time: times.format('time', end, zone) });
  return t('allDay');
}

/** Where clocks show something else than those of the grid: PST, read aloud in full. */
function useZoneName({ start_time: start, time_zone: own }: Shift, zone: string) {
  const times = useTimes();
  if (wallOf(start, own) === wallOf(start, zone)) return undefined;
  return { short: times.zoneName(start, own, 'short'), long: times.zoneName(start, own, 'long') };
}
