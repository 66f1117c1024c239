import { classifyFailure, inTransaction } from '#platform/db/index.ts';
import { letRequestsGoFirst } from '#platform/jobs/give-way.ts';
import { noteFailure } from '#platform/jobs/isolate.ts';
import { classifyMailFailure, type Mail, type Mailer, openMailer } from '#platform/mail/index.ts';
import type { Platform } from '#platform/slice.ts';
import { isOpen, outcomeOnShift } from '#slices/asks/index.ts';
import { roleMay } from '#slices/organizations/index.ts';
import { sendNotifications } from '../jobs.ts';
import { textKeyOf } from '../present.ts';
import { reasonToSkip } from '../rules/assess.ts';
import { reasonAgainstMail } from '../rules/channels.ts';
import { isJoined, join } from '../rules/joined.ts';
import { isOffer } from '../rules/notices.ts';
import { mostAttempts, waitSeconds } from '../rules/retries.ts';
import { noteDelivered } from '../sql/messages.ts';
import { type NoticeGroup, type NoticeRow, selectNotices } from '../sql/notices.ts';
import {
  areQueued,
  claimDue,
  handBack,
  type Lease,
  leaseSeconds,
  markSent,
  markSkipped,
  putBack,
  renewLeases,
} from '../sql/sending.ts';
import { announceNotices } from './announce-notices.ts';
import { composeEmail } from './compose-email.ts';
import { composeJoined } from './compose-joined.ts';
import type { Draft } from './email-parts.ts';

/** Few: each open connection is one message that a crash can double. */
const connections = 4;
/** What one worker holds at a time, and so what waits for a lease to end when it dies. */
const batchSize = 20;
/** Then the job ends and asks for another, so that a worker that is to stop need not wait for all of them. */
const longestRunMs = 30_000;
/** So many failures in a row are the server's, not the messages'. */
const mostTroubles = 3;

/** The organization that had the last turn, for each process that sends. */
const lastTurns = new WeakMap<Platform, number>();

interface Written {
  readonly rows: NoticeGroup;
  readonly mail: Mail;
}

/** What is not sent, and why. */
interface Skipped {
  readonly row: NoticeRow;
  readonly outcome: string;
}

export interface Delivery {
  sent: number;
  skipped: number;
  /** Tried without success; they are due again later. */
  putBack: number;
  /** How often the server was found unwell. */
  serverFailures: number;
  /** That was so often that the run was given up. */
  serverFailed: boolean;
  /** There may be more to send. */
  unfinished: boolean;
}

/**
 * Sends what is due, outside any transaction. Any number of runs, in any number of processes, share the work: each
 * message is claimed for a while before it is sent and noted as sent right after the server has taken it.
 *
 * `failures`: of runs before this one, in a row. A few emails that break every connection end a run like a server that is
 * down, so the next one begins with the others: those that were due before, or of the other kind.
 */
export async function deliver(
  platform: Platform,
  signal: AbortSignal | undefined,
  failures = 0,
): Promise<Delivery> {
  const { database, config, log, clock } = platform;
  const mailer = openMailer(database, config, log, { connections });
  const run = new Run(platform, mailer);
  const beganMs = performance.now();
  try {
    for (;;) {
      const batchMs = performance.now();
      const after = lastTurns.get(platform) ?? 0;
      const { claimed, last } = await inTransaction(database, {}, (tx) =>
        claimDue(tx, clock(), { limit: batchSize, after, canWait: failures % 2 === 1 }),
      );
      lastTurns.set(platform, last);
      if (claimed.length === 0) return run.result;
      await run.sendAll(claimed);
      if (run.result.serverFailed) return run.result;
      if (signal?.aborted || performance.now() - beganMs > longestRunMs) {
        run.result.unfinished = true;
        return run.result;
      }
      await letRequestsGoFirst(performance.now() - batchMs, signal);
    }
  } finally {
    mailer.close();
  }
}

/** One turn of sending over one set of connections. */
class Run {
  readonly result: Delivery = {
    sent: 0,
    skipped: 0,
    putBack: 0,
    serverFailures: 0,
    serverFailed: false,
    unfinished: false,
  };
  readonly #platform: Platform;
  readonly #mailer: Mailer;
  #troubles = 0;

  constructor(platform: Platform, mailer: Mailer) {
    this.#platform = platform;
    this.#mailer = mailer;
  }

  async sendAll(claimed: readonly Lease[]): Promise<void> {
    const { db } = this.#platform.database;
    const held = new Set(claimed.map(({ id }) => id));
    const renewal = setInterval(
      // Without the database the lease ends, and the message cannot be noted as sent either.
      () => void renewLeases(db, [...held]).catch(() => {}),
      (leaseSeconds * 1_000) / 4,
    );
    try {
      const emails = await this.#write(await selectNotices(db, claimed), held);
      const places = new Map(claimed.map(({ id }, place) => [id, place]));
      const placeOf = ({ rows: [{ id }] }: Written) => places.get(id) ?? 0;
      const waiting = emails.toSorted((a, b) => placeOf(a) - placeOf(b)).values();
      const sendNext = async () => {
        for (const email of waiting) {
          if (this.#troubles >= mostTroubles) return;
          // Someone who has erased their account since, or isn't a member any more, gets nothing.
          if (!(await areQueued(db, email.rows))) continue;
          await this.#sendOne(email);
          for (const { id } of email.rows) held.delete(id);
        }
      };
      await Promise.all(Array.from({ length: connections }, sendNext));
    } finally {
      clearInterval(renewal);
      await handBack(db, [...held]);
    }
    this.result.serverFailed = this.#troubles >= mostTroubles;
  }

  /** The emails that are still worth sending; the rest is put aside with the reason. */
  async #write(rows: readonly NoticeRow[], held: Set<number>): Promise<Written[]> {
    const now = this.#platform.clock();
    const { timely, outdated } = await this.#assess(rows, held, now);
    const { emails, fresh, unsent } = await this.#composeAll(timely, held, now);
    const skipped = [...outdated, ...unsent];
    if (!this.#mailer.isConnected && skipped.length > 0)
      this.#platform.log.warn({ count: skipped.length }, 'notifications not sent: set SMTP_URL');
    await this.#skip(skipped);
    for (const { row } of skipped) held.delete(row.id);
    await announceNotices(this.#platform, fresh, now);
    return emails;
  }

  async #assess(rows: readonly NoticeRow[], held: Set<number>, now: Temporal.Instant) {
    const timely: NoticeRow[] = [];
    const outdated: Skipped[] = [];
    for (const row of rows)
      try {
        const outcome = reasonToSkip(factsOf(row, now));
        if (outcome === undefined) timely.push(row);
        else outdated.push({ row, outcome });
      } catch (error) {
        await this.#setUnwritable(row, error, held);
      }
    return { timely, outdated };
  }

  async #composeAll(rows: readonly NoticeRow[], held: Set<number>, now: Temporal.Instant) {
    const emails: Written[] = [];
    const fresh: NoticeGroup[] = [];
    const unsent: Skipped[] = [];
    const groups = together(rows);
    for (const group of groups)
      try {
        const write = await this.#compose(group, now);
        const reason = reasonAgainstMail(group[0], this.#mailer.isConnected);
        if (write && reason === undefined) emails.push({ rows: group, mail: write() });
        else {
          const outcome = (write || group[0].email === null ? reason : undefined) ?? 'superseded';
          unsent.push(...group.map((row) => ({ row, outcome })));
        }
        // Once, however often the email is tried.
        const unannounced = group.filter((row) => !row.is_told);
        if (write && isSome(unannounced)) fresh.push(unannounced);
      } catch (error) {
        // One that can't be written spoils no other.
        if (group.length > 1) groups.push(...group.map((row): [NoticeRow] => [row]));
        else await this.#setUnwritable(group[0], error, held);
      }
    return { emails, fresh, unsent };
  }

  async #compose(rows: NoticeGroup, now: Temporal.Instant): Promise<Draft | undefined> {
    const [first] = rows;
    const textKey = textKeyOf(first);
    return rows.length > 1 && isJoined(textKey)
      ? composeJoined(this.#platform, rows, textKey, now)
      : await composeEmail(this.#platform, first, now);
  }

  async #sendOne({ rows, mail }: Written): Promise<void> {
    const { database, clock } = this.#platform;
    try {
      await this.#mailer.send(mail);
    } catch (error) {
      return await this.#setAside(rows, error);
    }
    await this.#noteMessages(rows.map((row) => ({ row, outcome: undefined })));
    await markSent(database.db, rows, clock());
    this.result.sent += rows.length;
    this.#troubles = 0;
  }

  /** The person who wrote a message sees what became of it. Before the notice itself ends: after that it is not looked at again. */
  async #noteMessages(ended: readonly { row: NoticeRow; outcome: string | undefined }[]): Promise<void> {
    const delivered = ended.flatMap(({ row, outcome }) => {
      const { message_id: messageId } = row.details;
      if (messageId === undefined) return [];
      const status = outcome === undefined ? 'sent' : outcome === 'turned_off' ? 'opted_out' : 'failed';
      const { organization_id: organizationId, user_id: userId } = row;
      return { organizationId, messageId, userId, status, outcome: outcome ?? null } as const;
    });
    const { database, clock } = this.#platform;
    if (delivered.length > 0) await noteDelivered(database.db, delivered, clock());
  }

  async #skip(skipped: readonly Skipped[]): Promise<void> {
    await this.#noteMessages(skipped);
    await markSkipped(this.#platform.database.db, skipped);
    this.result.skipped += skipped.length;
  }

  /** It keeps no other email waiting: tried again later, and in the end left unsent. */
  async #setUnwritable(row: NoticeRow, error: unknown, held: Set<number>): Promise<void> {
    if (classifyFailure(error) !== undefined) throw error;
    await noteFailure(this.#platform, sendNotifications.name, row.organization_id, error);
    const outcome = 'not_written';
    if (row.attempts >= mostAttempts) await this.#skip([{ row, outcome }]);
    else await this.#retryLater([row], waitSeconds(row.attempts, Math.random()), outcome, true);
    held.delete(row.id);
  }

  async #setAside(rows: NoticeGroup, error: unknown): Promise<void> {
    const { log } = this.#platform;
    const failure = classifyMailFailure(error);
    const { code, responseCode } = error as { code?: string; responseCode?: number };
    const outcome = [failure, code, responseCode].filter((part) => part !== undefined).join(' ');
    const ids = rows.map(({ id }) => id);
    const attempts = Math.max(...rows.map((row) => row.attempts));
    log.debug({ err: error, notifications: ids }, 'notification not sent');
    this.#troubles = failure === 'server' ? this.#troubles + 1 : 0;
    if (failure === 'never' || (failure === 'later' && attempts >= mostAttempts)) {
      log.warn({ notifications: ids, outcome }, 'the mail server refused a notification');
      return await this.#skip(rows.map((row) => ({ row, outcome })));
    }
    // An unwell server says nothing about the message: it waits no longer for having been tried first, and the attempt
    // doesn't count. With one a minute, an hour without the server used up all of them.
    const counts = failure !== 'server';
    if (!counts) this.result.serverFailures += 1;
    const seconds = counts ? waitSeconds(attempts, Math.random()) : 1;
    await this.#retryLater(rows, seconds, outcome, counts);
  }

  async #retryLater(
    rows: readonly NoticeRow[],
    seconds: number,
    outcome: string,
    counts: boolean,
  ): Promise<void> {
    const { database, clock } = this.#platform;
    const dueAt = clock().add({ milliseconds: Math.round(seconds * 1_000) });
    await putBack(
      database.db,
      rows.map(({ id }) => id),
      { dueAt, outcome, counts },
    );
    this.result.putBack += rows.length;
  }
}

const isSome = <T>(all: readonly T[]): all is readonly [T, ...T[]] => all.length > 0;

function together(rows: readonly NoticeRow[]): [NoticeRow, ...NoticeRow[]][] {
  const named = rows.map((row) => ({ ...row, textKey: textKeyOf(row) }));
  return join(named);
}

function factsOf(row: NoticeRow, now: Temporal.Instant) {
  const { start_time: start, end_time: end, shift_status: status } = row;
  return {
    kind: row.kind,
    now,
    slot: row.details.slot,
    shift: start === null || end === null ? null : { start, end, status: status ?? '' },
    isMember: row.member_role !== null,
    isPlanner: row.member_role !== null && roleMay(row.member_role, 'shifts.manage'),
    registrationStatus: row.registration_status,
    endedWithMembership: row.flags?.includes('member_removed') ?? false,
    askIsOpen:
      row.ask !== null && isOpen(row.ask, now) && outcomeOnShift(row.ask.registration_status) === undefined,
    swapHolds: row.swap !== null && (!isOffer(row.details.news) || row.swap.status === 'open'),
    decisionHolds: row.reports.some(({ status }) => status === row.details.decision),
    superseded: row.superseded,
  };
}
