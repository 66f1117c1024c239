import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import { writeAudit } from '#platform/audit/index.ts';
import { inTransaction, type Reader } from '#platform/db/index.ts';
import { record } from '#platform/outbox/index.ts';
import type { Platform } from '#platform/slice.ts';
import { openShift } from '#slices/shifts/index.ts';
import { findCandidates } from '#slices/signups/index.ts';
import { askErrors } from '../errors.ts';
import { askWithdrawn, personAsked } from '../events.ts';
import { askTexts } from '../messages/index.ts';
import { mostAsked, mostAsksOfShift } from '../rules.ts';
import type { AskInput } from '../schema.ts';
import { countAsks, insertAsk, selectAskable, withdraw } from '../sql.ts';

/** Each person asked gets an email in which they accept or decline. */
export async function askPeople(platform: Platform, call: Call, shiftId: number, input: AskInput) {
  const senderId = call.actor.kind === 'person' ? call.actor.userId : null;
  return await inTransaction(platform.database, call, async (tx) => {
    const { shift, grant } = await openShift(tx, call, shiftId, 'shifts.manage');
    const { now } = call;
    if (shift.status !== 'published' || Temporal.Instant.compare(shift.start_time, now) <= 0)
      throw refuse(askErrors.shift_not_open('shift_id'));
    if (shift.capacity !== null && shift.taken >= shift.capacity)
      throw refuse(askErrors.shift_full('shift_id', { spots: shift.capacity }));
    const roleKey = input.role_key ?? null;
    if (roleKey !== null && !shift.roles.some(({ key }) => key === roleKey))
      throw refuse(askErrors.unknown_role('role_key'));
    const expiresAt = input.expires_at == null ? null : Temporal.Instant.from(input.expires_at);
    if (expiresAt && Temporal.Instant.compare(expiresAt, shift.start_time) > 0)
      throw refuse(askErrors.expires_too_late('expires_at'));
    if (expiresAt && Temporal.Instant.compare(expiresAt, now) <= 0)
      throw refuse(askErrors.expires_in_past('expires_at'));
    if ((await countAsks(tx, grant, shiftId)) >= mostAsksOfShift)
      throw refuse(askErrors.too_many_asks('shift_id', { limit: mostAsksOfShift }));
    const wanted = input.everyone ? await everyoneFor(tx, call, shiftId, roleKey) : input.user_ids;
    if (wanted === undefined) throw refuse(askErrors.people_required('user_ids'));
    // Coordinators who can take it sign up; they need no email from themselves.
    const others = wanted.filter((userId) => userId !== senderId);
    const askable = await selectAskable(tx, grant, { shiftId, userIds: others, now });
    const urgent = input.urgent ?? false;
    const ask = { shiftId, senderId, roleKey, message: (input.message ?? '').trim(), urgent, expiresAt, now };
    const made = askable.length === 0 ? undefined : await insertAsk(tx, grant, ask, askable);
    const userIds = made?.userIds ?? [];
    if (made) {
      const { id } = made;
      const about = { ask_id: id, shift_id: shiftId, role_key: roleKey, urgent };
      await writeAudit(tx, call, {
        organizationId: grant.organizationId,
        action: 'shift.people_asked',
        objectId: shiftId,
        after: { ask_id: id, people: userIds.length, urgent },
      });
      await record(
        tx,
        now,
        ...userIds.map((userId) => personAsked(grant.organizationId, { ...about, user_id: userId })),
      );
    }
    return {
      success: true,
      message: askTexts.say(call.language, 'answers.asked', { count: userIds.length }),
      ask_id: made?.id ?? null,
      asked: userIds.length,
      skipped: input.everyone ? [] : wanted.filter((userId) => !userIds.includes(userId)),
    };
  });
}

/** A page of candidates looks at 500 members, so this looks at 5,000. */
const mostPages = 10;

async function everyoneFor(
  db: Reader,
  call: Call,
  shiftId: number,
  roleKey: string | null,
): Promise<number[]> {
  const found: number[] = [];
  let cursor: string | null = null;
  for (let pages = 0; pages < mostPages && found.length < mostAsked; pages += 1) {
    const query = { limit: 200, ...(roleKey !== null && { role_key: roleKey }), ...(cursor && { cursor }) };
    const page: Awaited<ReturnType<typeof findCandidates>> = await findCandidates(db, call, shiftId, query);
    found.push(...page.found.map(({ user_id }) => user_id));
    const { next_cursor } = page;
    if (next_cursor === null) break;
    cursor = next_cursor;
  }
  return found.slice(0, mostAsked);
}

/** Nobody else can accept; spots that were taken stay taken. */
export async function withdrawAsks(platform: Platform, call: Call, shiftId: number) {
  return await inTransaction(platform.database, call, async (tx) => {
    const { grant } = await openShift(tx, call, shiftId, 'shifts.manage');
    const { organizationId } = grant;
    const people = await withdraw(tx, grant, shiftId, call.now);
    if (people.length > 0) {
      await writeAudit(tx, call, {
        organizationId,
        action: 'shift.asks_withdrawn',
        objectId: shiftId,
        after: { people: people.length },
      });
      await record(
        tx,
        call.now,
        ...people.map((one) => askWithdrawn(organizationId, { ...one, shift_id: shiftId })),
      );
    }
    const message = askTexts.say(call.language, 'answers.withdrawn', { count: people.length });
    return { success: true, message, withdrawn: people.length };
  });
}
