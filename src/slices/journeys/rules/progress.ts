import { fulfilledAt, type PersonFacts, waitEnd } from './fulfilment.ts';
import type { Sequence, Step } from './steps.ts';

/** An enrollment: which steps are done, and what is known about the person. */
export interface Situation {
  readonly now: Temporal.Instant;
  readonly enrolledAt: Temporal.Instant;
  readonly sequence: Sequence;
  /** In the order of their positions. */
  readonly steps: readonly Step[];
  /** By the key of the step. Done steps stay done, even if the facts change. */
  readonly done: ReadonlyMap<string, Done>;
  readonly reminded: readonly string[];
  readonly person: PersonFacts;
  readonly requiredProfileFields: readonly string[];
}

export interface Done {
  readonly status: 'completed' | 'skipped';
  readonly at: Temporal.Instant;
}

/** `pending`: an earlier step comes first. */
export type StepStatus = 'pending' | 'open' | 'completed' | 'skipped';

export interface StepProgress {
  readonly step: Step;
  readonly status: StepStatus;
  readonly doneAt: Temporal.Instant | null;
  readonly openSince: Temporal.Instant | null;
  readonly dueAt: Temporal.Instant | null;
}

export interface Progress {
  readonly steps: readonly StepProgress[];
  /** Done by the facts and not noted yet. */
  readonly news: readonly (StepProgress & { readonly doneAt: Temporal.Instant })[];
  /** When the last of the required steps was done; null while one is open. */
  readonly completedAt: Temporal.Instant | null;
  readonly currentStepId: number | null;
  /** The nearest deadline of an open step. */
  readonly dueAt: Temporal.Instant | null;
  /** When time alone completes a step. */
  readonly timerAt: Temporal.Instant | null;
  readonly reminderAt: Temporal.Instant | null;
}

/**
 * How far an enrollment is. Facts in, progress out: which event brought the news, how often and in which order does not
 * enter. Times are those of the facts, so that an event that comes late leaves the same state as one in time.
 */
export function progressOf(situation: Situation): Progress {
  const { now, enrolledAt, person, requiredProfileFields } = situation;
  const steps = walk(situation, (step, openSince) =>
    fulfilledAt(step, person, { now, enrolledAt, openSince, requiredProfileFields }),
  );
  const news = steps.filter(isNews(situation));
  const required = steps.filter(({ step }) => step.required);
  const isComplete = required.every(({ doneAt }) => doneAt !== null);
  const completedAt = isComplete
    ? latest([enrolledAt, ...required.flatMap(({ doneAt }) => doneAt ?? [])])
    : null;
  const open = isComplete ? [] : steps.filter(({ status }) => status === 'open');
  return {
    steps,
    news,
    completedAt,
    currentStepId: (open.find(({ step }) => step.required) ?? open[0])?.step.id ?? null,
    dueAt: earliest(open.flatMap(({ dueAt }) => dueAt ?? [])),
    timerAt: earliest(open.flatMap(timerOf)),
    reminderAt: earliest(reminders(situation, open).map(({ at }) => at)),
  };
}

/** What has been noted, without a look at the facts: for those who only want to see it. */
export function notedProgress(situation: Situation): StepProgress[] {
  return walk(situation, () => undefined);
}

function walk(
  { enrolledAt, sequence, steps, done }: Situation,
  find: (step: Step, openSince: Temporal.Instant) => Temporal.Instant | undefined,
): StepProgress[] {
  let turn: Temporal.Instant | null = enrolledAt;
  return steps.map((step) => {
    const openSince: Temporal.Instant | null = sequence === 'in_order' ? turn : enrolledAt;
    const noted = done.get(step.key);
    const found = noted || !openSince ? undefined : find(step, openSince);
    const doneAt: Temporal.Instant | null =
      noted?.at ?? (found && openSince ? latest([found, openSince]) : null);
    if (step.required) turn = turn && doneAt && latest([turn, doneAt]);
    const status = noted?.status ?? (doneAt ? 'completed' : openSince ? 'open' : 'pending');
    const isLimited = status === 'open' && openSince !== null && step.deadline_days !== null;
    const dueAt = isLimited ? waitEnd(step.deadline_days, openSince) : null;
    return { step, status, doneAt, openSince, dueAt };
  });
}

const isNews =
  ({ done }: Situation) =>
  (one: StepProgress): one is StepProgress & { readonly doneAt: Temporal.Instant } =>
    one.doneAt !== null && !done.has(one.step.key);

function timerOf({ step, openSince }: StepProgress): Temporal.Instant[] {
  return step.kind === 'wait' && openSince ? [waitEnd(step.config.days, openSince)] : [];
}

export interface Reminder {
  readonly step: Step;
  readonly at: Temporal.Instant;
  readonly dueAt: Temporal.Instant;
}

/** Those of open steps that are still to come or to be sent; past the deadline no one is reminded any more. */
export function reminders(
  { now, reminded }: Pick<Situation, 'now' | 'reminded'>,
  steps: readonly StepProgress[],
): Reminder[] {
  return steps.flatMap(({ step, status, dueAt }) => {
    if (status !== 'open' || !dueAt || step.reminder_days === null) return [];
    if (reminded.includes(step.key) || Temporal.Instant.compare(dueAt, now) <= 0) return [];
    return [{ step, dueAt, at: dueAt.subtract({ hours: 24 * step.reminder_days }) }];
  });
}

export function isPast(instant: Temporal.Instant | null, now: Temporal.Instant): boolean {
  return instant !== null && Temporal.Instant.compare(instant, now) <= 0;
}

function latest(instants: readonly Temporal.Instant[]): Temporal.Instant {
  return instants.reduce((one, other) => (Temporal.Instant.compare(one, other) >= 0 ? one : other));
}

function earliest(instants: readonly Temporal.Instant[]): Temporal.Instant | null {
  const [first, ...others] = instants;
  if (!first) return null;
  return others.reduce((one, other) => (Temporal.Instant.compare(one, other) <= 0 ? one : other), first);
}
