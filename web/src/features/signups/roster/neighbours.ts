import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../../../api/query.ts';
import { dayMs, isoOf, msOf } from '../../../time/calendar.ts';
import { isOver } from '../../shifts/index.ts';
import type { Shift } from './use-roster.ts';

const weekMs = 7 * dayMs;

/** The shifts to which somebody can be moved: of the same mission, a week before and after, and not over yet. */
export function useNeighbours(shift: Shift): readonly Shift[] {
  const at = msOf(shift.start_time);
  const query = useQuery(
    apiQuery('/api/v1/shifts', {
      query: {
        organization_id: shift.organization_id,
        mission_id: shift.mission_id,
        status: 'published',
        from: isoOf(at - weekMs),
        to: isoOf(at + weekMs),
        limit: 100,
      },
    }),
  );
  return query.data?.items.filter((other) => other.id !== shift.id && !isOver(other)) ?? [];
}
