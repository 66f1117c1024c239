import type { Person } from '#kernel/actor.ts';
import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import type { Reader } from '#platform/db/index.ts';
import { cursorsOf, toPage } from '#platform/http/paging.ts';
import { authorize, findOrganization, findRole, mayIn } from '#slices/organizations/index.ts';
import { findShift } from '#slices/shifts/index.ts';
import { signupErrors } from '../errors.ts';
import { shortName } from '../rules/short-name.ts';
import { findLive, selectComing } from '../sql/registrations.ts';

/**
 * For members with a confirmed spot and those who run the shift; a draft has no one on it yet. Those who wait for approval
 * may be strangers: anyone can ask.
 */
export async function readTeamNotes(db: Reader, call: Call, shiftId: number) {
  const { actor } = call;
  const shift = await findShift(db, shiftId);
  if (!shift) throw refuse('not_found');
  if (shift.is_hidden || actor.kind !== 'person')
    await authorize(db, call, 'shifts.manage', shift.organization_id, shift.is_hidden ? 'hidden' : 'public');
  else {
    const role = await findRole(db, shift.organization_id, actor.userId);
    const isStaff = mayIn(actor, shift.organization_id, role, 'attendance.read');
    const own = isStaff || role === undefined ? undefined : await findLive(db, shiftId, actor.userId);
    if (!isStaff && own?.status !== 'active') throw notOnShift(shiftId);
  }
  return { team_notes: shift.team_notes };
}

const notOnShift = (shift_id: number) => refuse(signupErrors.not_on_shift('shift', { shift_id }));

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
  if (own?.status !== 'active') throw shift.is_hidden ? refuse('not_found') : notOnShift(shiftId);
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
