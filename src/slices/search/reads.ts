import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import { formatInstant } from '#kernel/time.ts';
import type { Reader } from '#platform/db/index.ts';
import { rightsOf } from '#slices/organizations/index.ts';
import type { FoundBody } from './schema.ts';
import { selectPeople, selectShifts } from './sql.ts';

const mostWords = 6;

/** What the caller may see, and nothing else: volunteers find published shifts, coordinators drafts and people too. */
export async function readSearch(
  db: Reader,
  call: Call,
  organizationId: number,
  text: string,
): Promise<FoundBody> {
  const rights = await rightsOf(db, call.actor, organizationId);
  if (!rights.memberOf.has(organizationId)) throw refuse('not_found');
  const may = (permission: 'members.read' | 'shifts.manage') => rights.where(permission).has(organizationId);
  const words = text.trim().split(/\s+/u).slice(0, mostWords);
  const [people, shifts] = await Promise.all([
    may('members.read') ? selectPeople(db, organizationId, words) : [],
    selectShifts(db, organizationId, words, { now: call.now, withDrafts: may('shifts.manage') }),
  ]);
  return {
    people,
    shifts: shifts.map((shift) => ({
      ...shift,
      start_time: formatInstant(shift.start_time),
      end_time: formatInstant(shift.end_time),
    })),
  };
}
