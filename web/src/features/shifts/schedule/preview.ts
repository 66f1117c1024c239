import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { sendChange } from '../../../api/mutation.ts';
import { ApiProblem, isPassing } from '../../../api/problem.ts';
import { msOf } from '../../../time/calendar.ts';
import type { Scope } from '../series-progress.tsx';
import type { Shift } from '../shift.ts';
import { changeOf, type Move, type MoveChange, refusalOf } from './move.ts';
import type { Grouping } from './rows.ts';

/** What the service says about a move before it is made. The answer is used for a moment only. */
export const previewQuery = ({ id }: Shift, change: MoveChange, scope: Scope) => ({
  queryKey: ['preview', id, change, scope],
  queryFn: async () => {
    const body = { ...change, ...(scope !== 'this' && { scope }), dry_run: true };
    const answer = await sendChange('patch', '/api/v1/shifts/{id}', { path: { id }, body });
    const { preview, changed, warnings, start_time, end_time, location } = answer;
    const present = { start_time, end_time, location };
    return { people: 0, refusals: [], unchanged: [], ...preview, changed, warnings, present };
  },
  staleTime: 5_000,
  gcTime: 10_000,
  retry: false,
});

export type Preview = Awaited<ReturnType<ReturnType<typeof previewQuery>['queryFn']>>;

/** Whether someone else has moved the shift since it was drawn: then it isn't where the move begins. */
export const isElsewhere = ({ present }: Preview, shift: Shift): boolean =>
  msOf(present.start_time) !== msOf(shift.start_time) ||
  msOf(present.end_time) !== msOf(shift.end_time) ||
  present.location !== shift.location;

/** A shift is asked about where it rests, not at every step on the way. */
const restMs = 200;

/** What would happen if it were dropped here, or why that can't be said; neither while that is not known. */
export function useMovePreview(
  move: Move | undefined,
  by: Grouping | undefined,
  isAsked: boolean,
): { readonly preview?: Preview | undefined; readonly problem?: ApiProblem | undefined } {
  const [rested] = useDebouncedValue(move, restMs);
  const change =
    rested !== undefined && refusalOf(rested, by) === undefined ? changeOf(rested, by) : undefined;
  const isResting = rested === move && rested !== undefined && change !== undefined;
  const { data, error } = useQuery({
    ...previewQuery(rested?.shift ?? nothing, change ?? noChange, 'this'),
    enabled: isAsked && isResting,
  });
  if (!isResting) return {};
  // A service that is away or busy refuses nothing.
  return { preview: data, problem: error instanceof ApiProblem && !isPassing(error) ? error : undefined };
}

const nothing = { id: 0 } as Shift;
const noChange: MoveChange = { start_time: '', end_time: '' };
