import { clockOfWall } from '../../../time/calendar.ts';
import { useTimeNotes } from '../shift-form/time-notes.ts';
import { placeOf } from './blocks.ts';
import { changeOf, type Move } from './move.ts';

/** What is worth a word about where a shift is moved to. What stays as it is needs none. */
export function useMoveNotes(): (move: Move) => readonly string[] {
  const notes = useTimeNotes();
  return (move) => {
    const { shift, from, to } = move;
    const before = placeOf(shift);
    const change = changeOf(move);
    if (change === undefined) return [];
    const [start, end, zone] = [clockOfWall(from), clockOfWall(to), shift.time_zone];
    return [
      ...(from === before.from ? [] : notes.edge('start', start, end, zone)),
      ...(to === before.to ? [] : notes.edge('end', start, end, zone)),
      ...(to - from > before.to - before.from ? notes.length(change.start_time, change.end_time) : []),
    ];
  };
}
