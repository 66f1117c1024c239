import { LRUCache } from 'lru-cache';
import { createOutbound, type Outbound } from '#platform/outbound/index.ts';
import type { Platform } from '#platform/slice.ts';
import { pictureType } from '../rules/picture.ts';

export interface Picture {
  readonly contentType: string;
  readonly bytes: Buffer;
}

const largestBytes = 1_048_576;
const usualTimeoutMs = 5_000;
const keptBytes = 32 * largestBytes;
const keptMs = 3_600_000;
/** A host without a picture is left alone for so long. */
const missedMs = 60_000;
const mostFetching = 8;
const mostWaiting = 100;
/** Of one organization: a site that never answers takes half of the slots at most. */
const mostFetchingOfOne = 4;
const mostWaitingOfOne = 50;
/** What an entry takes besides its bytes. */
const entryBytes = 1_024;

interface Waiting {
  readonly organizationId: number;
  /** True: the fetch begins now. */
  proceed(isNext: boolean): void;
}

/**
 * Pictures on the sites of organizations, fetched by the service: a page that let browsers fetch them would tell those
 * sites who looks at it. The cache and the number of fetches are bounded, so asking for many costs little.
 */
export class Pictures {
  readonly #outbound: Outbound;
  readonly #timeoutMs: number;
  readonly #kept = new LRUCache<string, { readonly picture: Picture | undefined }>({
    maxSize: keptBytes,
    sizeCalculation: ({ picture }) => entryBytes + (picture?.bytes.length ?? 0),
  });
  readonly #fetching = new Map<string, Promise<Picture | undefined>>();
  readonly #waiting: Waiting[] = [];
  /** The organization of each fetch that has begun. */
  readonly #busy: number[] = [];

  /** Tests wait less long. */
  constructor(outbound: Outbound, timeoutMs = usualTimeoutMs) {
    this.#outbound = outbound;
    this.#timeoutMs = timeoutMs;
  }

  /** Undefined when there is no picture, or none that comes in time. */
  async read(address: string, organizationId: number): Promise<Picture | undefined> {
    const kept = this.#kept.get(address);
    if (kept) return kept.picture;
    const known = this.#fetching.get(address);
    if (known) return await known;
    const fetched = this.#fetch(address, organizationId).finally(() => this.#fetching.delete(address));
    this.#fetching.set(address, fetched);
    return await fetched;
  }

  async #fetch(address: string, organizationId: number): Promise<Picture | undefined> {
    if (this.#hasSlot(organizationId)) this.#busy.push(organizationId);
    else if (!(await this.#waitForSlot(organizationId))) return undefined;
    try {
      const picture = await this.#ask(address);
      this.#kept.set(address, { picture }, { ttl: picture ? keptMs : missedMs });
      return picture;
    } finally {
      this.#busy.splice(this.#busy.indexOf(organizationId), 1);
      this.#startNext();
    }
  }

  #hasSlot(organizationId: number): boolean {
    const own = this.#busy.filter((one) => one === organizationId);
    return this.#busy.length < mostFetching && own.length < mostFetchingOfOne;
  }

  /** False if it takes too long, or if too many wait already. */
  async #waitForSlot(organizationId: number): Promise<boolean> {
    const own = this.#waiting.filter((one) => one.organizationId === organizationId);
    if (this.#waiting.length >= mostWaiting || own.length >= mostWaitingOfOne) return false;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const waiting = { organizationId, proceed: resolve };
    this.#waiting.push(waiting);
    const timer = setTimeout(() => {
      this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
      resolve(false);
    }, this.#timeoutMs);
    return await promise.finally(() => clearTimeout(timer));
  }

  #startNext(): void {
    const at = this.#waiting.findIndex(({ organizationId }) => this.#hasSlot(organizationId));
    const [next] = at === -1 ? [] : this.#waiting.splice(at, 1);
    if (!next) return;
    this.#busy.push(next.organizationId);
    next.proceed(true);
  }

  /** Redirects are not followed: only the address stored on the badge is requested. */
  async #ask(address: string): Promise<Picture | undefined> {
    try {
      const { status, body, contentType } = await this.#outbound.get(address, {
        headers: { accept: 'image/*', 'user-agent': 'Muster-Pictures/1.0' },
        timeoutMs: this.#timeoutMs,
        maxResponseBytes: largestBytes + 1,
      });
      const type = status === 200 && body.length <= largestBytes ? pictureType(body, contentType) : undefined;
      return type === undefined ? undefined : { contentType: type, bytes: body };
    } catch {
      return undefined;
    }
  }
}

export const picturesOf = ({ config }: Platform): Pictures =>
  new Pictures(createOutbound({ allow: config.allowTargets, maxPools: 100 }));
