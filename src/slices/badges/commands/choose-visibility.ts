import type { Person } from '#kernel/actor.ts';
import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import { writeAudit } from '#platform/audit/index.ts';
import { inTransaction } from '#platform/db/index.ts';
import type { Platform } from '#platform/slice.ts';
import { chooseOrganization, findRole } from '#slices/organizations/index.ts';
import { badgeErrors } from '../errors.ts';
import { badgeTexts } from '../messages/index.ts';
import { presentMine } from '../present.ts';
import type { ConsentInput } from '../schema/leaderboard.ts';
import { selectMine } from '../sql/awards.ts';
import { setShowName } from '../sql/give.ts';
import { putConsent, removeConsent } from '../sql/leaderboard.ts';

/** Whether the public page and the credential of an award show the name of the person who has it. */
export async function showName(
  platform: Platform,
  call: Call,
  person: Person,
  awardId: number,
  show: boolean,
) {
  return await inTransaction(platform.database, call, async (tx) => {
    const wasShown = await setShowName(tx, person.userId, awardId, show);
    if (wasShown === undefined) throw refuse('not_found');
    const filter = { withRevoked: true, before: awardId + 1, limit: 1 };
    const [row] = await selectMine(tx, person.userId, filter);
    if (!row) throw refuse('not_found');
    if (wasShown !== show)
      await writeAudit(tx, call, {
        organizationId: row.organization_id,
        action: 'award.visibility_changed',
        objectId: awardId,
        subjectUserId: person.userId,
        before: { show_name: wasShown },
        after: { show_name: show },
      });
    return presentMine(platform, call, row);
  });
}

/** Only people who agree are on a leaderboard. */
export async function joinLeaderboard(
  platform: Platform,
  call: Call,
  person: Person,
  { organization_id: named, show }: ConsentInput,
) {
  return await inTransaction(platform.database, call, async (tx) => {
    const organizationId = await chooseOrganization(tx, call, named);
    const role = await findRole(tx, organizationId, person.userId);
    if (role === undefined) throw refuse(badgeErrors.not_your_organization('organization_id'));
    const changed = show
      ? await putConsent(tx, organizationId, person.userId, call.now)
      : await removeConsent(tx, organizationId, person.userId);
    if (changed)
      await writeAudit(tx, call, {
        organizationId,
        action: show ? 'leaderboard.joined' : 'leaderboard.left',
        objectId: person.userId,
        subjectUserId: person.userId,
      });
    const key = show ? 'answers.onLeaderboard' : 'answers.offLeaderboard';
    const message = badgeTexts.say(call.language, key);
    return { success: true, message, organization_id: organizationId, show };
  });
}
