import { formatMoment, formatShort, formatSpan } from '#platform/language/moments.ts';
import { type EmailContent, type Fact, type Link, renderEmail } from '#platform/mail/email.ts';
import type { Platform } from '#platform/slice.ts';
import { findOpenStep } from '#slices/journeys/index.ts';
import { askToken, cantComeToken } from '../gate.ts';
import { reportedTime, shiftTextKey, type Words, wordsFor } from '../present.ts';
import type { ShiftKind } from '../rules/kinds.ts';
import { paragraphsOf } from '../rules/messages.ts';
import { dayIn } from '../rules/mornings.ts';
import type { ReportRow } from '../sql/about.ts';
import { selectEnded, selectUnderstaffed, type UnderstaffedRow } from '../sql/listed.ts';
import type { NoticeRow } from '../sql/notices.ts';
import { attachCalendar } from './attach-calendar.ts';
import { composeMessage } from './compose-message.ts';
import { composeSwap } from './compose-swap.ts';
import {
  type Draft,
  envelope,
  frame,
  reasonOf,
  type ShiftRow,
  said,
  shiftFacts,
  whenAndWhere,
} from './email-parts.ts';

/** The message as it is sent, in the language of its reader; undefined when there is nothing left to say. */
export async function composeEmail(
  platform: Platform,
  row: NoticeRow,
  now: Temporal.Instant,
): Promise<Draft | undefined> {
  const { start_time: start, end_time: end, kind } = row;
  if (row.email === null) return undefined;
  if (kind === 'understaffed') return await composeDigest(platform, row, row.email);
  if (kind === 'member_removed') return await composeRemoval(platform, row, row.email);
  if (kind === 'hours_decided') return composeDecision(platform, row, row.email);
  if (kind === 'badge_awarded') return composeBadge(platform, row, row.email);
  if (kind === 'journey_reminder') return await composeStepReminder(platform, row, row.email, now);
  if (kind === 'shift_message') return composeMessage(platform, row, row.email);
  if (start === null || end === null) return undefined;
  const shift = { ...row, start, end, time_zone: row.time_zone ?? 'UTC' };
  if (kind === 'shift_asked') return composeAsk(platform, shift, row.email);
  if (kind === 'swap') return composeSwap(platform, shift, row.email);
  const { email } = row;
  return () => ({
    ...envelope(platform, row, email),
    ...renderEmail(shiftEmail(platform, shift, kind, now)),
    attachments: attachCalendar(platform, [row], now),
  });
}

function shiftEmail(platform: Platform, row: ShiftRow, kind: ShiftKind, now: Temporal.Instant): EmailContent {
  const words = wordsFor(row);
  const textKey = shiftTextKey(row, kind);
  const shift = {
    title: row.title ?? '',
    day: formatShort(words.locale, row.start, row.time_zone, row.created_at),
    hours: Math.max(1, Math.round(now.until(row.start).total('hours'))),
  };
  return {
    ...frame(platform, row, words),
    subject: words.say(`mail.${textKey}.subject`, shift),
    preview: isComing(kind) ? whenAndWhere(row, words) : undefined,
    paragraphs: [words.say(`mail.${textKey}.lead`, shift)],
    facts: factsOf(row, kind, words),
    actions: actionsOf(platform, row, kind, words),
  };
}

/** People who come want to know when and where; all others first read what has happened. */
function isComing(kind: ShiftKind): boolean {
  return ['signup_confirmed', 'promoted', 'approved', 'shift_changed', 'reminder'].includes(kind);
}

function factsOf(row: ShiftRow, kind: ShiftKind, words: Words): Fact[] {
  const { locale, say } = words;
  const facts: [string, string | null | undefined][] = [
    [say('labels.reason'), reasonOf(row, words)],
    [say('labels.position'), row.waitlist_position?.toString()],
    [
      say('labels.answerBy'),
      kind === 'offered' && row.offer_expires_at
        ? formatMoment(locale, row.offer_expires_at, row.time_zone, row.created_at)
        : null,
    ],
  ];
  return [...shiftFacts(row, words), ...said(facts)];
}

const ended: ReadonlySet<ShiftKind> = new Set(['rejected', 'signup_cancelled', 'shift_cancelled']);

function actionsOf(platform: Platform, row: NoticeRow, kind: ShiftKind, { say }: Words): Link[] {
  const shift = `${platform.publicUrl()}/shifts/${row.shift_id}`;
  if (ended.has(kind) || row.registration_id === null) return [];
  const token = cantComeToken(platform.database.sealer, row.registration_id);
  const cantCome = {
    label: say('actions.cantCome'),
    url: `${platform.publicUrl()}/api/v1/cant-come/${token}`,
  };
  const label = say(kind === 'offered' ? 'actions.takeSpot' : 'actions.openShift');
  return [{ label, url: shift }, cantCome];
}

/** Both answers are links that open a page with one button: mail scanners follow links. */
function composeAsk(platform: Platform, row: ShiftRow, email: string): Draft | undefined {
  const { ask } = row;
  if (ask === null) return undefined;
  const words = wordsFor(row);
  const { say, locale } = words;
  const token = askToken(platform.database.sealer, ask.id, row.user_id);
  const answer = (name: 'accept' | 'decline') =>
    `${platform.publicUrl()}/api/v1/asks/${token}?answer=${name}`;
  const about = {
    sender: ask.sender_name ?? row.organization_name,
    title: ask.title,
    day: formatShort(locale, row.start, row.time_zone, row.created_at),
  };
  return () => ({
    ...envelope(platform, row, email),
    ...renderEmail({
      ...frame(platform, row, words),
      subject: say(ask.urgent ? 'mail.shift_asked.urgentSubject' : 'mail.shift_asked.subject', about),
      preview: whenAndWhere(row, words),
      paragraphs: [
        say('mail.shift_asked.lead', about),
        ...(ask.message === '' ? [] : paragraphsOf(ask.message)),
        say('mail.shift_asked.first'),
      ],
      facts: [
        ...shiftFacts({ ...row, role_name: ask.role_name }, words),
        [
          say('labels.answerBy'),
          formatMoment(locale, ask.expires_at ?? row.start, row.time_zone, row.created_at),
        ],
      ],
      actions: [
        { label: say('actions.accept'), url: answer('accept') },
        { label: say('actions.decline'), url: answer('decline') },
        { label: say('actions.openShift'), url: `${platform.publicUrl()}/shifts/${row.shift_id}` },
      ],
    }),
  });
}

/** What a coordinator decided about hours that the person reported. Decisions that were undone are left out. */
function composeDecision(platform: Platform, row: NoticeRow, email: string): Draft | undefined {
  const words = wordsFor(row);
  const { say } = words;
  const reports = row.reports.filter(({ status }) => status === row.details.decision);
  const [first] = reports;
  if (!first) return undefined;
  const about = { ...reportedTime(words, reports), organization: row.organization_name };
  const isApproved = first.status === 'approved';
  return () => ({
    ...envelope(platform, row, email),
    ...renderEmail({
      ...frame(platform, row, words),
      subject: say(`mail.hours_decided.${isApproved ? 'approvedSubject' : 'rejectedSubject'}`, about),
      paragraphs: [say(`mail.hours_decided.${isApproved ? 'approvedLead' : 'rejectedLead'}`, about)],
      facts: reports.length === 1 ? reportFacts(words, first) : reports.map((one) => reportLine(words, one)),
      actions: [{ label: say('mail.hours_decided.action'), url: `${platform.publicUrl()}/me/hours` }],
    }),
  });
}

function reportFacts(words: Words, report: ReportRow): Fact[] {
  const { say } = words;
  const { day, time } = reportedTime(words, [report]);
  return [
    [say('mail.hours_decided.day'), day],
    [say('mail.hours_decided.time'), time],
    [say('mail.hours_decided.program'), report.program_name],
    ...(report.reason === null ? [] : [[say('labels.reason'), report.reason] as const]),
  ];
}

/** One of several. */
function reportLine(words: Words, report: ReportRow): Fact {
  const { day, time } = reportedTime(words, [report]);
  return [day, [time, report.program_name, report.reason].filter(Boolean).join(' · ')];
}

function composeBadge(platform: Platform, row: NoticeRow, email: string): Draft | undefined {
  const badge = row.event_data?.name;
  if (typeof badge !== 'string') return undefined;
  const words = wordsFor(row);
  const { say } = words;
  const [subject, lead] =
    row.event_data?.renewal === true
      ? (['renewedSubject', 'renewedLead'] as const)
      : (['subject', 'lead'] as const);
  return () => ({
    ...envelope(platform, row, email),
    ...renderEmail({
      ...frame(platform, row, words),
      subject: say(`mail.badge_awarded.${subject}`, { badge }),
      paragraphs: [say(`mail.badge_awarded.${lead}`, { badge, organization: row.organization_name })],
      facts: [],
      actions: [{ label: say('mail.badge_awarded.action'), url: `${platform.publicUrl()}/me/badges` }],
    }),
  });
}

/** Only while the step is open: a person who has done it since, or is too late, gets no email. */
async function composeStepReminder(
  platform: Platform,
  row: NoticeRow,
  email: string,
  now: Temporal.Instant,
): Promise<Draft | undefined> {
  const { enrollment_id: enrollmentId = 0, step_key: key = '' } = row.details;
  const step = await findOpenStep(platform.database.db, { enrollmentId, key, now });
  if (!step) return undefined;
  const words = wordsFor(row);
  const { say, locale } = words;
  const names = { step: step.title, journey: step.journeyName };
  return () => ({
    ...envelope(platform, row, email),
    ...renderEmail({
      ...frame(platform, row, words),
      subject: say('mail.journey_reminder.subject', names),
      paragraphs: [say('mail.journey_reminder.lead', names)],
      facts: [
        [
          say('mail.journey_reminder.due'),
          formatMoment(locale, step.dueAt, row.organization_zone, row.created_at),
        ],
      ],
      actions: [
        {
          label: say('mail.journey_reminder.action'),
          url: `${platform.publicUrl()}/journeys/${step.journeyId}`,
        },
      ],
    }),
  });
}

async function composeDigest(platform: Platform, row: NoticeRow, email: string): Promise<Draft | undefined> {
  const { from, until } = dayIn(row.organization_zone, row.details.date ?? '');
  const shifts = await selectUnderstaffed(platform.database.db, row.organization_id, from, until);
  // Enough people have signed up since.
  if (shifts.length === 0) return undefined;
  const words = wordsFor(row);
  return () => ({
    ...envelope(platform, row, email),
    ...renderEmail({
      ...frame(platform, row, words),
      subject: words.say('mail.understaffed.subject', { count: shifts.length }),
      preview: shifts.map(({ title }) => title).join(', '),
      paragraphs: [
        words.say('mail.understaffed.lead', { count: shifts.length, organization: row.organization_name }),
      ],
      facts: [],
      entries: shifts.map((shift) => digestEntry(platform, shift, words, row.created_at)),
      actions: [],
    }),
  });
}

function digestEntry(
  platform: Platform,
  shift: UnderstaffedRow,
  { locale, say }: Words,
  writtenAt: Temporal.Instant,
) {
  const span = { start: shift.start_time, end: shift.end_time };
  const when = formatSpan(locale, span, shift.time_zone, writtenAt);
  const { people, minimum } = shift;
  const missing = [
    ...(people < minimum ? [say('mail.understaffed.shift', { people, minimum })] : []),
    ...shift.roles.map(({ name, ...of }) => say('mail.understaffed.role', { role: name, ...of })),
  ];
  return {
    label: shift.title,
    note: `${when}: ${missing.join('; ')}`,
    url: `${platform.publicUrl()}/shifts/${shift.id}`,
  };
}

async function composeRemoval(platform: Platform, row: NoticeRow, email: string): Promise<Draft> {
  const { shifts, journeys } = await selectEnded(platform.database.db, row);
  const words = wordsFor(row);
  const { say, locale } = words;
  const { organization_name: organization } = row;
  return () => ({
    ...envelope(platform, row, email),
    ...renderEmail({
      ...frame(platform, row, words),
      subject: say('mail.member_removed.subject', { organization }),
      paragraphs: [
        say('mail.member_removed.lead', { organization }),
        ...(journeys.length > 0
          ? [say('mail.member_removed.journeys', { journeys: new Intl.ListFormat(locale).format(journeys) })]
          : []),
        ...(shifts.length > 0 ? [say('mail.member_removed.shifts', { count: shifts.length })] : []),
      ],
      facts: [],
      entries: shifts.map((shift) => ({
        label: shift.title,
        note: formatSpan(
          locale,
          { start: shift.start_time, end: shift.end_time },
          shift.time_zone,
          row.created_at,
        ),
        url: `${platform.publicUrl()}/shifts/${shift.shift_id}`,
      })),
      actions: [],
      footer: say('mail.member_removed.footer', { organization }),
    }),
  });
}
