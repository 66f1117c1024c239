import type { RecordedEvent } from '#kernel/event.ts';
import type { ShiftKind } from './kinds.ts';

/** An email about a registration. The database knows whose it is and for which shift. */
export interface Notice {
  readonly kind: ShiftKind;
  readonly eventId: string;
  readonly eventAt: string;
  readonly organizationId: number;
  readonly registrationId: number;
}

/** An email to everyone on a shift. */
export interface Broadcast {
  readonly kind: 'shift_cancelled' | 'shift_changed';
  readonly eventId: string;
  readonly eventAt: string;
  readonly organizationId: number;
  readonly shiftId: number;
}

/** An email that asks someone to take a shift. */
export interface AskNotice {
  readonly eventId: string;
  readonly eventAt: string;
  readonly organizationId: number;
  readonly userId: number;
  readonly askId: number;
}

/** What someone is notified of about a swap: a spot is theirs to take, or an offer has ended. */
export interface SwapNotice {
  readonly eventId: string;
  readonly eventAt: string;
  readonly organizationId: number;
  readonly userId: number;
  readonly swapId: number;
  readonly news: SwapNews;
}

export type SwapNews = 'offered' | 'moved' | 'declined' | 'withdrawn' | 'rejected';

/** An email about reported hours. Those that were decided together are in one. */
export interface ReportNotice {
  readonly organizationId: number;
  readonly userId: number;
  readonly reportId: number;
  readonly decision: ReportDecision;
}

export type ReportDecision = 'approved' | 'rejected';

/** An email about a badge. */
export interface BadgeNotice {
  readonly eventId: string;
  readonly eventAt: string;
  readonly organizationId: number;
  readonly userId: number;
}

interface RegistrationData {
  readonly registration_id?: unknown;
  readonly status?: unknown;
}

interface ShiftData {
  readonly shift?: { readonly id?: unknown; readonly status?: unknown };
  readonly changes?: readonly string[];
}

/** What a registration that has just got this state means for its person. */
const byStatus: Readonly<Record<string, ShiftKind>> = {
  active: 'signup_confirmed',
  pending_approval: 'signup_pending',
  waitlisted: 'waitlisted',
};

/** Each kind of event and the email that its person gets. A new kind of email begins with a line here. */
const personal: Readonly<Record<string, (data: RegistrationData) => ShiftKind | undefined>> = {
  'shift.signup': ({ status }) => byStatus[String(status)],
  'shift.signup_changed': ({ status }) => byStatus[String(status)],
  'shift.waitlisted': () => 'waitlisted',
  'shift.waitlist_offered': () => 'offered',
  'shift.waitlist_promoted': ({ status }) => (status === 'active' ? 'promoted' : 'signup_pending'),
  'shift.signup_approved': () => 'approved',
  'shift.signup_rejected': () => 'rejected',
  'shift.signup_cancelled': () => 'signup_cancelled',
};

const common: Readonly<Record<string, (data: ShiftData) => Broadcast['kind'] | undefined>> = {
  'shift.cancelled': () => 'shift_cancelled',
  'shift.updated': ({ shift, changes }) =>
    shift?.status === 'published' && changes?.some((field) => timeAndPlace.has(field))
      ? 'shift_changed'
      : undefined,
};

const timeAndPlace = new Set(['start_time', 'end_time', 'time_zone', 'location']);

interface SwapData {
  readonly swap_id?: unknown;
  readonly user_id?: unknown;
  readonly to_user_id?: unknown;
  readonly taker_id?: unknown;
  readonly status?: unknown;
}

/** Those who wait for something that has happened to a swap, each once. An offer to everyone is to no one in particular. */
const swapNews: Readonly<Record<SwapNews, (swap: SwapData) => readonly unknown[]>> = {
  offered: ({ to_user_id: named }) => [named],
  moved: ({ taker_id: taker }) => [taker],
  withdrawn: ({ to_user_id: named, taker_id: taker }) => [taker ?? named],
  declined: ({ user_id: giver }) => [giver],
  rejected: ({ user_id: giver, taker_id: taker }) => [giver, taker],
};

/** The reader can accept a spot. */
export const isOffer = (news: SwapNews | 'rejectedGiver' | undefined): boolean =>
  news === 'offered' || news === 'moved';

const newsOfSwap: Readonly<Record<string, (swap: SwapData) => unknown>> = {
  'shift.swap_offered': () => 'offered',
  'shift.swap_reopened': () => 'moved',
  'shift.swap_ended': ({ status }) => status,
};

const isSwapNews = (news: unknown): news is SwapNews =>
  typeof news === 'string' && Object.hasOwn(swapNews, news);

const badgeEvent = 'badge.awarded';
const askEvent = 'shift.asked';
const reportEvents: Readonly<Record<string, ReportDecision>> = {
  'hours.report_approved': 'approved',
  'hours.report_rejected': 'rejected',
};

export const watchedEvents: readonly string[] = [
  ...Object.keys(personal),
  ...Object.keys(common),
  badgeEvent,
  askEvent,
  ...Object.keys(newsOfSwap),
  ...Object.keys(reportEvents),
];

export interface Notices {
  readonly notices: readonly Notice[];
  readonly broadcasts: readonly Broadcast[];
  readonly badges: readonly BadgeNotice[];
  readonly asks: readonly AskNotice[];
  readonly reports: readonly ReportNotice[];
  readonly swaps: readonly SwapNotice[];
}

/** Events can also be handed in from outside: what doesn't look like ours leads to no email. */
export function noticesFor(events: readonly RecordedEvent[]): Notices {
  const notices: Notice[] = [];
  const broadcasts: Broadcast[] = [];
  const badges: BadgeNotice[] = [];
  const asks: AskNotice[] = [];
  const reports: ReportNotice[] = [];
  const swaps: SwapNotice[] = [];
  for (const event of events) {
    const data = typeof event.data === 'object' && event.data !== null ? event.data : {};
    const source = { eventId: event.id, eventAt: event.createdAt, organizationId: event.organizationId };
    const { registration_id: registrationId } = data as RegistrationData;
    const kind = personal[event.type]?.(data as RegistrationData);
    if (kind && isId(registrationId)) notices.push({ ...source, kind, registrationId });
    const shiftId = (data as ShiftData).shift?.id;
    const broadcast = common[event.type]?.(data as ShiftData);
    if (broadcast && isId(shiftId)) broadcasts.push({ ...source, kind: broadcast, shiftId });
    const { user_id: userId, ask_id: askId, report_id: reportId } = data as Readonly<Record<string, unknown>>;
    if (event.type === badgeEvent && isId(userId)) badges.push({ ...source, userId });
    if (event.type === askEvent && isId(userId) && isId(askId)) asks.push({ ...source, userId, askId });
    const news = newsOfSwap[event.type]?.(data);
    const { swap_id: swapId } = data as SwapData;
    if (isSwapNews(news) && isId(swapId))
      for (const reader of swapNews[news](data).filter(isId))
        swaps.push({ ...source, userId: reader, swapId, news });
    const decision = reportEvents[event.type];
    if (decision && isId(userId) && isId(reportId))
      reports.push({ organizationId: event.organizationId, userId, reportId, decision });
  }
  return { notices, broadcasts, badges, asks, reports, swaps };
}

const isId = (value: unknown): value is number => Number.isSafeInteger(value);
