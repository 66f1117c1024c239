import { dayMinutes } from '../../../time/calendar.ts';
import type { Block, Layout, Placed, Rest, Span } from './layout.ts';

/** As high as a line of text is on the grid, in minutes: a heading, and a shift that can still be hit with a finger. */
const headMinutes = 20;
export const lineMinutes = 28;

type Inside<Shift> = Placed<Shift> & Span;

/** Shifts of the same time, or of about the same. */
interface Bundle<Shift> {
  readonly ones: readonly Inside<Shift>[];
  readonly start: number;
  readonly end: number;
  readonly from: number;
  readonly to: number;
}

interface Pile<Shift> extends Bundle<Shift> {
  readonly top: number;
  readonly lines: number;
  readonly hasHead: boolean;
}

/** It can take more space than its time has, but not the rest of the day. */
const mostOverMinutes = 240;

/** Times this far apart share a heading where every time with its own would need more space than there is. */
const spans = [0, 60, 120, 240, dayMinutes];

/**
 * More shifts at once than fit side by side, below each other with the whole width: those of one time below a heading
 * with that time, at the time or after what is above. What has no space before the next group is counted.
 */
export function stack<Shift>(group: readonly Inside<Shift>[], next: number): Layout<Shift> {
  const until = Math.min(next, Math.max(...group.map(({ end }) => end)) + mostOverMinutes);
  for (const span of spans) {
    const bundles = bundlesOf(group, span);
    const longest = Math.max(...bundles.map(({ ones }) => ones.length));
    // A time of which only the number is said is the last resort.
    const least = span === dayMinutes ? 1 : Math.min(2, longest);
    for (let most = longest; most >= least; most -= 1) {
      const piles = pileUp(bundles, most);
      const last = piles.at(-1);
      if (last !== undefined && bottomOf(last) <= until) return draw(piles);
    }
  }
  const [whole] = bundlesOf(group, Number.POSITIVE_INFINITY);
  return whole === undefined
    ? draw([])
    : { blocks: [], heads: [], rests: [restOf(whole, whole.ones, whole)] };
}

function bundlesOf<Shift>(group: readonly Inside<Shift>[], span: number): readonly Bundle<Shift>[] {
  const first = group[0]?.start ?? 0;
  const keyOf = ({ start, from, to }: Inside<Shift>) =>
    span === 0 ? `${from}-${to}` : String(Math.floor((start - first) / span));
  return [...Map.groupBy(group, keyOf).values()].map((ones) => ({
    ones,
    start: Math.min(...ones.map(({ start }) => start)),
    end: Math.max(...ones.map(({ end }) => end)),
    from: Math.min(...ones.map(({ from }) => from)),
    to: Math.max(...ones.map(({ to }) => to)),
  }));
}

const leastOf = ({ hasHead, lines }: Pick<Pile<unknown>, 'hasHead' | 'lines'>) =>
  (hasHead ? headMinutes : 0) + lines * lineMinutes;
const bottomOf = (pile: Pile<unknown>) => pile.top + leastOf(pile);

function pileUp<Shift>(bundles: readonly Bundle<Shift>[], most: number): readonly Pile<Shift>[] {
  const piles: Pile<Shift>[] = [];
  for (const bundle of bundles) {
    const above = piles.at(-1);
    const count = bundle.ones.length;
    piles.push({
      ...bundle,
      top: Math.max(bundle.start, above === undefined ? bundle.start : bottomOf(above)),
      lines: Math.min(count, most),
      hasHead: count > 1 && most > 1,
    });
  }
  return piles;
}

/** Every pile is as long as its time lasts, as far as the next one leaves it that. */
function draw<Shift>(piles: readonly Pile<Shift>[]): Layout<Shift> {
  const blocks: Block<Shift>[] = [];
  const heads: (Span & Pick<Bundle<Shift>, 'from' | 'to'>)[] = [];
  const rests: Rest<Shift>[] = [];
  for (const [index, pile] of piles.entries()) {
    const { ones, top, lines, hasHead, from, to } = pile;
    const next = piles[index + 1]?.top ?? Number.POSITIVE_INFINITY;
    const bottom = Math.max(bottomOf(pile), Math.min(pile.end, next));
    const body = hasHead ? top + headMinutes : top;
    const height = (bottom - body) / lines;
    const shown = ones.length > lines ? lines - 1 : lines;
    if (hasHead) heads.push({ start: top, end: body, from, to });
    for (const [line, one] of ones.slice(0, shown).entries())
      blocks.push({
        ...one,
        start: body + line * height,
        end: body + (line + 1) * height,
        lane: 0,
        lanes: 1,
        stacked: hasHead && one.from === from && one.to === to ? 'headed' : 'alone',
      });
    if (shown < ones.length)
      rests.push(restOf(pile, ones.slice(shown), { start: body + shown * height, end: bottom }));
  }
  return { blocks, heads, rests };
}

const restOf = <Shift>(
  { from, to, ones }: Bundle<Shift>,
  hidden: readonly Inside<Shift>[],
  { start, end }: Span,
): Rest<Shift> => ({
  start,
  end,
  from,
  to,
  shifts: hidden.map(({ shift }) => shift),
  isAll: hidden.length === ones.length,
});
