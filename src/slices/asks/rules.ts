/** People whom one request asks at most. */
export const mostAsked = 500;
/** Requests for one shift at most: beyond that, asking again is only a nuisance. */
export const mostAsksOfShift = 50;

export type AskStatus = 'asked' | 'accepted' | 'declined' | 'too_late' | 'withdrawn';
/** What came of an answer. `closed`: the shift has started, or the coordinator no longer asks. */
export type AskOutcome = 'accepted' | 'pending' | 'declined' | 'too_late' | 'closed';

export interface AskFacts {
  readonly status: AskStatus;
  readonly expires_at: Temporal.Instant | null;
  readonly start_time: Temporal.Instant;
  readonly shift_status: string;
  /** Of the person on the shift, if they are on it. */
  readonly registration_status: string | null;
}

/** The answer for someone who is on the shift, however they got there: they have the spot, or still need approval. */
export function outcomeOnShift(registrationStatus: string | null): 'accepted' | 'pending' | undefined {
  if (registrationStatus === 'active') return 'accepted';
  return registrationStatus === 'pending_approval' ? 'pending' : undefined;
}

/** Someone who was too late can try again: a spot may have become free. */
export function isOpen(ask: AskFacts, now: Temporal.Instant): boolean {
  return (ask.status === 'asked' || ask.status === 'too_late') && isRunning(ask, now);
}

/** What a coordinator sees. Someone who got onto the shift another way has nothing left to answer. */
export function shownStatus(ask: AskFacts, now: Temporal.Instant): AskStatus | 'expired' {
  if (ask.status === 'asked' && outcomeOnShift(ask.registration_status)) return 'accepted';
  return ask.status === 'asked' && !isRunning(ask, now) ? 'expired' : ask.status;
}

function isRunning({ expires_at, start_time, shift_status }: AskFacts, now: Temporal.Instant): boolean {
  const isAhead = (instant: Temporal.Instant) => Temporal.Instant.compare(instant, now) > 0;
  return shift_status === 'published' && isAhead(start_time) && (expires_at === null || isAhead(expires_at));
}
