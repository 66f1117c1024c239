import { localeOf } from '#kernel/language.ts';
import type { Mail } from '#platform/mail/index.ts';
import { type Fact, greet, type Letter, type Link, renderLetter } from '#platform/mail/letter.ts';
import { clocksDiffer, formatMoment, formatShort, formatSpan, readerLocale } from '#platform/language/moments.ts';
import type { Platform } from '#platform/slice.ts';
import { findOpenStep } from '#slices/journeys/index.ts';
import { cantComeToken, unsubscribeToken } from '../gate.ts';
import { type ShiftWords, type Texts, textsIn } from '../messages/index.ts';
import type { ShiftKind } from '../rules/kinds.ts';
import { dayIn } from '../rules/mornings.ts';
import { type NoticeRow, type OpenShiftRow, selectEnded, selectOpenShifts } from '../sql/letters.ts';
import { attachCalendar } from './attach-calendar.ts';

/** The message as it is sent, in the language of its reader; undefined when there is nothing left to say. */
export async function composeLetter(
  platform: Platform,
  row: NoticeRow,
  now: Temporal.Instant,
): Promise<Mail | undefined> {
  const { start_time: start, end_time: end, kind } = row;
  if (row.email === null) return undefined;
  if (kind === 'understaffed') return await composeDigest(platform, row, row.email);
  if (kind === 'member_removed') return await composeRemoval(platform, row, row.email);
  if (kind === 'badge_awarded') return composeHonour(platform, row, row.email);
  if (kind === 'journey_reminder') return await composeStepReminder(platform, row, row.email, now);
  if (start === null || end === null) return undefined;
  const shift = { ...row, start, end, time_zone: row.time_zone ?? 'UTC' };
  if (kind === 'shift_message') return composeMessage(platform, shift, row.email);
  const letter = shiftLetter(platform, shift, kind, now);
  return {
    ...envelope(platform, row, row.email),
    ...renderLetter(letter),
    attachments: attachCalendar(platform, row, now),
  };
}

interface ShiftRow extends NoticeRow {
  readonly start: Temporal.Instant;
  readonly end: Temporal.Instant;
  readonly time_zone: string;
}

function shiftLetter(platform: Platform, row: ShiftRow, kind: ShiftKind, now: Temporal.Instant): Letter {
  const words = wordsFor(row);
  const isOwn = kind === 'signup_cancelled' && row.event_data?.source === 'self_service';
  const notice = isOwn ? words.ownCancellation : words.notices[kind];
  const shift: ShiftWords = {
    title: row.title ?? '',
    day: formatShort(words.locale, row.start, row.time_zone),
    hours: Math.max(1, Math.round(now.until(row.start).total('hours'))),
  };
  return {
    ...frame(platform, row, words),
    subject: notice.subject(shift),
    paragraphs: [notice.lead(shift)],
    facts: factsOf(row, kind, words),
    actions: actionsOf(platform, row, kind, words),
  };
}

interface Words extends Texts {
  readonly locale: string;
}

/** The texts in the reader's language, with dates and clocks as they are written where the reader is. */
function wordsFor(row: NoticeRow): Words {
  const zone = row.user_zone === 'UTC' ? (row.time_zone ?? row.organization_zone) : row.user_zone;
  return { ...textsIn(row.language), locale: readerLocale(localeOf(row.language), zone) };
}

function factsOf(row: ShiftRow, kind: ShiftKind, { labels, locale, reasons }: Words): Fact[] {
  const span = { start: row.start, end: row.end };
  // UTC is what an account has whose owner never said where they are.
  const isElsewhere = row.user_zone !== 'UTC' && clocksDiffer(row.start, row.user_zone, row.time_zone);
  const facts: [string, string | null | undefined][] = [
    [labels.what, row.title],
    [labels.when, formatSpan(locale, span, row.time_zone)],
    [labels.yourTime, isElsewhere ? formatSpan(locale, span, row.user_zone) : null],
    [labels.where, row.location],
    [labels.role, row.role_name],
    [labels.organization, row.organization_name],
    [labels.reason, reasonOf(row, kind, reasons)],
    [labels.position, row.waitlist_position?.toString()],
    [
      labels.answerBy,
      kind === 'offered' && row.offer_expires_at
        ? formatMoment(locale, row.offer_expires_at, row.time_zone)
        : null,
    ],
  ];
  return facts.flatMap(([label, value]) => (value ? [[label, value] as const] : []));
}

/** What people wrote is passed on as it is; what the service decided is said in the reader's language. */
function reasonOf(row: NoticeRow, kind: ShiftKind, reasons: Texts['reasons']): string | null {
  if (kind !== 'signup_cancelled' && kind !== 'shift_cancelled' && kind !== 'rejected') return null;
  if (row.event_data?.source !== 'system') return row.event_data?.reason ?? null;
  return row.flags?.includes('offer_expired') ? reasons.offerExpired : reasons.tookAnotherSeat;
}

const ended: ReadonlySet<ShiftKind> = new Set(['rejected', 'signup_cancelled', 'shift_cancelled']);

function actionsOf(platform: Platform, row: NoticeRow, kind: ShiftKind, { actions }: Words): Link[] {
  const shift = `${platform.publicUrl()}/shifts/${row.shift_id}`;
  if (ended.has(kind) || row.registration_id === null) return [];
  const token = cantComeToken(platform.database.sealer, row.registration_id);
  const cantCome = { label: actions.cantCome, url: `${platform.publicUrl()}/api/v1/cant-come/${token}` };
  return [{ label: kind === 'offered' ? actions.takeSeat : actions.openShift, url: shift }, cantCome];
}

/** What every message has around its own words. */
function frame(platform: Platform, row: NoticeRow, words: Words) {
  return {
    language: row.language,
    greeting: greet(row.language, row.user_name),
    footer: words.footer(row.organization_name),
    footerLinks: [
      { label: words.actions.unsubscribe, url: unsubscribeUrl(platform, row) },
      { label: words.actions.preferences, url: `${platform.publicUrl()}/me/settings` },
    ],
  };
}

function unsubscribeUrl(platform: Platform, { user_id, kind }: NoticeRow): string {
  const token = unsubscribeToken(platform.database.sealer, user_id, kind);
  return `${platform.publicUrl()}/api/v1/unsubscribe/${token}`;
}

function envelope(platform: Platform, row: NoticeRow, email: string) {
  return {
    to: email,
    fromName: row.organization_name,
    id: platform.database.sealer.digest('message-id', row.key).toString('hex').slice(0, 32),
    headers: {
      'List-Unsubscribe': `<${unsubscribeUrl(platform, row)}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  };
}

/** A coordinator's own words, with the shift that they are about below. */
function composeMessage(platform: Platform, row: ShiftRow, email: string): Mail | undefined {
  const { message_subject: subject, message_body: body } = row;
  if (subject === null || body === null) return undefined;
  const words = wordsFor(row);
  const letter = renderLetter({
    ...frame(platform, row, words),
    subject,
    paragraphs: [
      words.message.lead(row.sender_name ?? row.organization_name),
      ...body.split(/\n\s*\n/).map((paragraph) => paragraph.trim()),
    ],
    facts: factsOf(row, 'shift_changed', words),
    actions: [{ label: words.actions.openShift, url: `${platform.publicUrl()}/shifts/${row.shift_id}` }],
  });
  return { ...envelope(platform, row, email), ...letter };
}

function composeHonour(platform: Platform, row: NoticeRow, email: string): Mail | undefined {
  const name = row.event_data?.name;
  if (typeof name !== 'string') return undefined;
  const words = wordsFor(row);
  const { honour } = words;
  const letter = renderLetter({
    ...frame(platform, row, words),
    subject: row.event_data?.renewal === true ? honour.renewed(name) : honour.subject(name),
    paragraphs: [honour.lead(name, row.organization_name)],
    facts: [],
    actions: [{ label: honour.action, url: `${platform.publicUrl()}/me/badges` }],
  });
  return { ...envelope(platform, row, email), ...letter };
}

/** Of what is still to be done: whoever has done it meanwhile, or is too late for it, is left in peace. */
async function composeStepReminder(
  platform: Platform,
  row: NoticeRow,
  email: string,
  now: Temporal.Instant,
): Promise<Mail | undefined> {
  const { enrollment_id: enrollmentId = 0, step_key: key = '' } = row.details;
  const step = await findOpenStep(platform.database.db, { enrollmentId, key, now });
  if (!step) return undefined;
  const words = wordsFor(row);
  const { stepReminder } = words;
  const letter = renderLetter({
    ...frame(platform, row, words),
    subject: stepReminder.subject(step.title),
    paragraphs: [stepReminder.lead(step.title, step.journeyName)],
    facts: [[stepReminder.due, formatMoment(words.locale, step.dueAt, row.organization_zone)]],
    actions: [{ label: stepReminder.action, url: `${platform.publicUrl()}/journeys/${step.journeyId}` }],
  });
  return { ...envelope(platform, row, email), ...letter };
}

async function composeDigest(platform: Platform, row: NoticeRow, email: string): Promise<Mail | undefined> {
  const { from, until } = dayIn(row.organization_zone, row.details.date ?? '');
  const open = await selectOpenShifts(platform.database.db, row.organization_id, from, until);
  // Everything has filled up since.
  if (open.length === 0) return undefined;
  const words = wordsFor(row);
  const letter = renderLetter({
    ...frame(platform, row, words),
    subject: words.digest.subject(open.length),
    paragraphs: [words.digest.lead(open.length, row.organization_name)],
    facts: [],
    entries: open.map((shift) => digestEntry(platform, shift, words)),
    actions: [],
  });
  return { ...envelope(platform, row, email), ...letter };
}

function digestEntry(platform: Platform, shift: OpenShiftRow, { locale, digest }: Words) {
  const when = formatSpan(locale, { start: shift.start_time, end: shift.end_time }, shift.time_zone);
  return {
    label: shift.title,
    note: `${when}: ${digest.free(shift.free, shift.capacity)}`,
    url: `${platform.publicUrl()}/shifts/${shift.id}`,
  };
}

async function composeRemoval(platform: Platform, row: NoticeRow, email: string): Promise<Mail> {
  const { shifts, journeys } = await selectEnded(platform.database.db, row);
  const words = wordsFor(row);
  const { removal } = words;
  const letter = renderLetter({
    ...frame(platform, row, words),
    subject: removal.subject(row.organization_name),
    paragraphs: [
      removal.lead(row.organization_name),
      ...(journeys.length > 0 ? [removal.journeys(journeys.join(', '))] : []),
      ...(shifts.length > 0 ? [removal.shifts(shifts.length)] : []),
    ],
    facts: [],
    entries: shifts.map((shift) => ({
      label: shift.title,
      note: formatSpan(words.locale, { start: shift.start_time, end: shift.end_time }, shift.time_zone),
      url: `${platform.publicUrl()}/shifts/${shift.shift_id}`,
    })),
    actions: [],
    footer: removal.footer(row.organization_name),
  });
  return { ...envelope(platform, row, email), ...letter };
}
