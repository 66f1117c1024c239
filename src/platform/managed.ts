import type { AuditObject } from '#kernel/audit.ts';
import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import { platformErrors } from '#platform/errors.ts';
import { platformTexts } from '#platform/language/index.ts';
import { writeAudit } from './audit/index.ts';
import { inTransaction, type Reader, type Tx } from './db/index.ts';
import type { Platform } from './slice.ts';

type Name = Extract<AuditObject, 'form' | 'journey' | 'badge'>;
export type Move = 'publish' | 'archive' | 'restore';

interface ManagedRow {
  readonly id: number;
  readonly organization_id: number;
  readonly status: string;
  /** Null in a draft, and in what was archived as one. What has no drafts has no such field. */
  readonly published_at?: Temporal.Instant | null;
}

interface ManagedKind<Kind extends Name, Row extends ManagedRow, Grant, Body> {
  readonly name: Kind;
  /** The status in which everybody may see it. */
  readonly shown: Row['status'];
  /** What is said after a move, where the usual word is not enough. */
  say?(language: string, move: Move): string | undefined;
  find(db: Reader, id: number): Promise<Row | undefined>;
  /** The row, held until the transaction ends. */
  lock(tx: Tx, id: number): Promise<Row | undefined>;
  update(tx: Tx, grant: Grant, id: number, values: Moved<Row>, now: Temporal.Instant): Promise<unknown>;
  present(platform: Platform, db: Reader, row: Row): Body | Promise<Body>;
  /** Refuses a caller who may not manage those of the organization; `hidden`: as if there were none. */
  gate(db: Reader, call: Call, organizationId: number, visibility: 'public' | 'hidden'): Promise<Grant>;
  /** The organization whose hidden ones are listed: the named one, or the only one where the caller manages them. */
  choose(db: Reader, call: Call, organizationId: number | undefined): Promise<number>;
  /** Whether the person has answered it, begun it or been given it. They may then see it in any status. */
  concerns(db: Reader, row: ManagedRow, userId: number): Promise<boolean>;
  /** What a move needs beyond the status, and what follows from it. */
  check?(tx: Tx, row: Row, move: Move): Promise<void>;
  follow?(tx: Tx, row: Row, move: Move): Promise<void>;
}

type Moved<Row extends ManagedRow> = { status: Row['status']; published_at?: Temporal.Instant };

const done = { publish: 'published', archive: 'archived', restore: 'restored' } as const;

/** Things that an organization drafts, shows to everyone and archives: who may see, change and move them. */
export function managed<Kind extends Name, Row extends ManagedRow, Grant, Body>(
  kind: ManagedKind<Kind, Row, Grant, Body>,
) {
  /** To those who don't manage it, a hidden one does not exist, and a shown one may not be touched. */
  async function gateRow(db: Reader, call: Call, row: Row | undefined): Promise<{ row: Row; grant: Grant }> {
    if (!row) throw refuse('not_found');
    const visibility = row.status === kind.shown ? 'public' : 'hidden';
    return { row, grant: await kind.gate(db, call, row.organization_id, visibility) };
  }
  const open = async (tx: Tx, call: Call, id: number) => await gateRow(tx, call, await kind.lock(tx, id));

  /** Shown ones are public. Others are visible to those who manage them and to the people they concern. */
  async function findVisible(db: Reader, call: Call, id: number): Promise<Row> {
    const row = await kind.find(db, id);
    if (!row) throw refuse('not_found');
    if (row.status === kind.shown) return row;
    const { actor } = call;
    if (actor.kind === 'anonymous') throw refuse('not_found');
    const isOwn = actor.kind === 'person' && (await kind.concerns(db, row, actor.userId));
    if (!isOwn) await kind.gate(db, call, row.organization_id, 'hidden');
    return row;
  }

  async function readBack(platform: Platform, tx: Tx, id: number): Promise<Body> {
    const row = await kind.find(tx, id);
    if (!row) throw refuse('not_found');
    return await kind.present(platform, tx, row);
  }

  /** Restored it is what it was before it was archived. */
  function nextStatus({ status, published_at }: Row, move: Move): Row['status'] {
    if (move === 'archive') return 'archived';
    if (move === 'restore' && status !== 'archived') return status;
    if (move === 'restore') return published_at === null ? 'draft' : kind.shown;
    if (status === 'archived') throw refuse(platformErrors.archived('status'));
    return kind.shown;
  }

  return {
    /** Locked for a change. */
    open,
    /** To read what only those who manage it may see. */
    openToRead: async (db: Reader, call: Call, id: number) =>
      await gateRow(db, call, await kind.find(db, id)),
    findVisible,
    readBack,
    read: async (platform: Platform, call: Call, id: number): Promise<Body> =>
      await kind.present(platform, platform.database.db, await findVisible(platform.database.db, call, id)),

    /** Those that are not shown are listed by organization, to those who manage them. */
    async chooseList(db: Reader, call: Call, status: Row['status'], organizationId: number | undefined) {
      return status === kind.shown ? organizationId : await kind.choose(db, call, organizationId);
    },

    /** A move to where it is already changes nothing and is answered alike. */
    async move(platform: Platform, call: Call, id: number, move: Move) {
      return await inTransaction(platform.database, call, async (tx) => {
        const { row, grant } = await open(tx, call, id);
        const status = nextStatus(row, move);
        if (status !== row.status) {
          await kind.check?.(tx, row, move);
          const isFirst = status === 'published' && row.published_at === null;
          await kind.update(tx, grant, id, { status, ...(isFirst && { published_at: call.now }) }, call.now);
          await writeAudit(tx, call, {
            organizationId: row.organization_id,
            action: `${kind.name as 'form'}.${done[move]}`,
            objectId: id,
            before: { status: row.status },
            after: { status },
          });
          await kind.follow?.(tx, row, move);
        }
        const body = { [kind.name]: await readBack(platform, tx, id) } as Record<Kind, Body>;
        return {
          success: true,
          message:
            kind.say?.(call.language, move) ?? platformTexts.say(call.language, `managed.${done[move]}`),
          ...body,
        };
      });
    },
  };
}
