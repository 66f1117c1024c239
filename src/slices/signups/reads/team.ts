import type { Person } from '#kernel/actor.ts';
import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import type { Reader } from '#platform/db/index.ts';
import { cursorsOf, toPage } from '#platform/http/paging.ts';
import { authorize, findOrganization } from '#slices/organizations/index.ts';
import { findShift } from '#slices/shifts/index.ts';
import { shortName } from '../rules/short-name.ts';
import { findLive, selectComing } from '../sql/registrations.ts';

/** For those on the shift and those who run it; a draft has no one on it yet. */
export async function readTeamNotes(db: Reader, call: Call, shiftId: number) {
  const { actor } = call;
  const shift = await findShift(db, shiftId);
  if (!shift) throw refuse('not_found');
  const own = actor.kind === 'person' ? await findLive(db, shiftId, actor.userId) : undefined;
  const isOnShift = own?.status === 'active' || own?.status === 'pending_approval';
  const isDraft = shift.status === 'draft';
  if (isDraft || !isOnShift) {
    const permission = isDraft || actor.kind === 'api_key' ? 'shifts.manage' : 'attendance.read';
    await authorize(db, call, permission, shift.organization_id, isDraft ? 'private' : 'public');
  }
  return { team_notes: shift.team_notes };
}

const ofComing = cursorsOf('coming', ['number']);

/** The others on a shift, for someone with a confirmed spot, where the organization allows it. */
export async function readComing(
  db: Reader,
  { userId }: Person,
  shiftId: number,
  { limit, cursor }: { limit: number; cursor?: string },
) {
  const shift = await findShift(db, shiftId);
  if (!shift) throw refuse('not_found');
  const own = await findLive(db, shiftId, userId);
  if (own?.status !== 'active') throw refuse(shift.status === 'draft' ? 'not_found' : 'forbidden');
  const organization = await findOrganization(db, shift.organization_id);
  if (!organization?.show_coming) throw refuse('forbidden');
  const after = (ofComing.decode(cursor)?.[0] as number | undefined) ?? 0;
  const rows = await selectComing(db, shift.organization_id, shiftId, { except: userId, after, limit });
  return toPage(
    ofComing,
    rows,
    limit,
    (row) => [row.id],
    ({ user_name, role_name }) => ({ name: shortName(user_name), role_name }),
  );
}
