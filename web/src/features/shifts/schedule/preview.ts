import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { sendChange } from '../../../api/mutation.ts';
import type { Scope } from '../series-progress.tsx';
import type { Shift } from '../shift.ts';
import { changeOf, type Move, type MoveChange, refusalOf } from './move.ts';
import type { Grouping } from './rows.ts';

/** What the service says about a move before it is made. The answer is used for a moment only. */
export const previewQuery = ({ id }: Shift, change: MoveChange, scope: Scope) => ({
  queryKey: ['preview', id, change, scope],
  queryFn: async () => {
    const body = { ...change, ...(scope !== 'this' && { scope }), dry_run: true };
    const { preview, warnings } = await sendChange('patch', '/api/v1/shifts/{id}', { path: { id }, body });
    return { people: 0, refusals: [], ...preview, warnings };
  },
  staleTime: 5_000,
  gcTime: 10_000,
  retry: false,
});

export type Preview = Awaited<ReturnType<ReturnType<typeof previewQuery>['queryFn']>>;

/** A shift is asked about where it rests, not at every step on the way. */
const restMs = 200;

/** What would happen if it were dropped here; undefined while that is not known. */
export function useMovePreview(
  move: Move | undefined,
  by: Grouping | undefined,
  isAsked: boolean,
): Preview | undefined {
  const [rested] = useDebouncedValue(move, restMs);
  const change =
    rested !== undefined && refusalOf(rested, by) === undefined ? changeOf(rested, by) : undefined;
  const isResting = rested === move && rested !== undefined && change !== undefined;
  const { data } = useQuery({
    ...previewQuery(rested?.shift ?? nothing, change ?? noChange, 'this'),
    enabled: isAsked && isResting,
  });
  return isResting ? data : undefined;
}

const nothing = { id: 0 } as Shift;
const noChange: MoveChange = { start_time: '', end_time: '' };
