import { LRUCache } from 'lru-cache';
import { createOutbound, type Outbound } from '#platform/outbound/index.ts';
import type { Platform } from '#platform/slice.ts';
import { pictureType } from '../rules/picture.ts';

export interface Picture {
  readonly contentType: string;
  readonly bytes: Buffer;
}

const largestBytes = 1_048_576;
const timeoutMs = 5_000;
const keptBytes = 32 * largestBytes;
const keptMs = 3_600_000;
/** A host without a picture is left alone for so long. */
const missedMs = 60_000;
const mostFetching = 8;
const mostWaiting = 100;
/** What an entry takes besides its bytes. */
const entryBytes = 1_024;

/**
 * Pictures on the sites of organizations, fetched by the service: a page that let browsers fetch them would tell those
 * sites who looks at it. The cache and the number of fetches are bounded, so asking for many costs little.
 */
export class Pictures {
  readonly #outbound: Outbound;
  readonly #kept = new LRUCache<string, { readonly picture: Picture | undefined }>({
    maxSize: keptBytes,
    sizeCalculation: ({ picture }) => entryBytes + (picture?.bytes.length ?? 0),
  });
  readonly #fetching = new Map<string, Promise<Picture | undefined>>();
  readonly #waiting: (() => void)[] = [];
  #busy = 0;

  constructor(outbound: Outbound) {
    this.#outbound = outbound;
  }

  /** Undefined when there is no picture, or none that comes in time. */
  async read(address: string): Promise<Picture | undefined> {
    const kept = this.#kept.get(address);
    if (kept) return kept.picture;
    const known = this.#fetching.get(address);
    if (known) return await known;
    if (this.#waiting.length >= mostWaiting) return undefined;
    const fetched = this.#fetch(address).finally(() => this.#fetching.delete(address));
    this.#fetching.set(address, fetched);
    return await fetched;
  }

  async #fetch(address: string): Promise<Picture | undefined> {
    if (this.#busy < mostFetching) this.#busy++;
    // A fetch that is done starts the next one.
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      const picture = await this.#ask(address);
      this.#kept.set(address, { picture }, { ttl: picture ? keptMs : missedMs });
      return picture;
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#busy--;
    }
  }

  /** Redirects are not followed: only the address stored on the badge is requested. */
  async #ask(address: string): Promise<Picture | undefined> {
    try {
      const { status, body, contentType } = await this.#outbound.get(address, {
        headers: { accept: 'image/*', 'user-agent': 'Muster-Pictures/1.0' },
        timeoutMs,
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
