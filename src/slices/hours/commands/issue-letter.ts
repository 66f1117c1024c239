import type { Person } from '#kernel/actor.ts';
import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import { knownZone } from '#kernel/zones.ts';
import { writeAudit } from '#platform/audit/index.ts';
import { inTransaction } from '#platform/db/index.ts';
import type { Platform } from '#platform/slice.ts';
import { authorize, chooseOrganization } from '#slices/organizations/index.ts';
import { hoursErrors } from '../errors.ts';
import { hoursTexts } from '../messages/index.ts';
import { presentLetter } from '../present.ts';
import { periodOf } from '../rules.ts';
import type { LetterBody, LetterPeriodInput } from '../schema/hours.ts';
import { selectPersonalHours } from '../sql/hours-lists.ts';
import { type Addressee, findAddressee, type LetterRow, putLetter } from '../sql/letters.ts';

/** A letter about one's own hours. */
export async function issueOwnLetter(
  platform: Platform,
  call: Call,
  person: Person,
  input: LetterPeriodInput & { organization_id?: number },
): Promise<LetterBody> {
  const organizationId = await chooseOrganization(platform.database.db, call, input.organization_id);
  const addressee = await findAddressee(platform.database.db, organizationId, person.userId);
  if (!addressee) throw refuse(hoursErrors.no_hours('organization_id'));
  const wanted = { organizationId, userId: person.userId, addressee, input };
  return await issue(platform, call, wanted, (row) => presentLetter(platform, row));
}

/** A letter about the hours of a member. */
export async function issueLetterFor(
  platform: Platform,
  call: Call,
  organizationId: number,
  input: LetterPeriodInput & { user_id: number },
) {
  const grant = await authorize(platform.database.db, call, 'hours.read', organizationId);
  const addressee = await findAddressee(platform.database.db, grant.organizationId, input.user_id);
  if (!addressee) throw refuse(hoursErrors.not_a_member('user_id'));
  const wanted = { organizationId, userId: input.user_id, addressee, input };
  return await issue(platform, call, wanted, (row) => {
    const message = hoursTexts.say(call.language, 'answers.letter_ready');
    return { success: true, message, letter: presentLetter(platform, row) };
  });
}

interface Wanted {
  readonly organizationId: number;
  readonly userId: number;
  readonly addressee: Addressee;
  readonly input: LetterPeriodInput;
}

async function issue<Answer>(
  platform: Platform,
  call: Call,
  wanted: Wanted,
  present: (row: LetterRow) => Answer,
): Promise<Answer> {
  const { organizationId, userId, addressee, input } = wanted;
  const today = call.now.toZonedDateTimeISO(knownZone(addressee.time_zone)).toPlainDate().toString();
  const to = input.to ?? today;
  const from = input.from ?? addressee.first_day ?? to;
  const period = periodOf(from, to);
  const hours = await selectPersonalHours(platform.database.db, { userId, organizationId, period });
  const sum = (key: 'minutes' | 'verified_minutes') => hours.reduce((all, line) => all + line[key], 0);
  const says = {
    organization_id: organizationId,
    user_id: userId,
    person_name: addressee.person_name,
    organization_name: addressee.organization_name,
    time_zone: addressee.time_zone,
    period_from: from,
    period_to: to,
    lines: hours
      .map(({ month, program_name, minutes, shifts }) => ({ month, program_name, minutes, shifts }))
      .reverse(),
    minutes: sum('minutes'),
    verified_minutes: sum('verified_minutes'),
  };
  const content = platform.database.sealer.digest('hour-letter-content', JSON.stringify(says));
  const issuedBy = call.actor.kind === 'person' ? call.actor.userId : null;
  return await inTransaction(platform.database, call, async (tx) => {
    const { row, isNew } = await putLetter(tx, {
      ...says,
      content,
      issued_by: issuedBy,
      issued_at: call.now,
    });
    if (isNew) {
      await writeAudit(tx, call, {
        organizationId,
        action: 'hours.letter_issued',
        objectId: row.id,
        subjectUserId: userId,
        after: { from, to, minutes: row.minutes },
      });
    }
    return present(row);
  });
}
