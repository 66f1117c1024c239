import { Pool } from 'undici';

/** The limit: the same bytes to the same receiver, with nothing around it. */
export interface BareOrder {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly count: number;
  readonly connections: number;
}

let pool: Pool | undefined;

process.on('message', async ({ url, headers, body, count, connections }: BareOrder) => {
  try {
    pool ??= new Pool(url, { connections });
    const sender = pool;
    let left = count;
    const loop = async () => {
      while (left > 0) {
        left -= 1;
        const answer = await sender.request({ method: 'POST', path: '/', headers, body });
        await answer.body.dump();
      }
    };
    const beganMs = performance.now();
    await Promise.all(Array.from({ length: connections }, loop));
    process.send?.({ tookMs: performance.now() - beganMs });
  } catch (error) {
    process.send?.({ error: (error as Error).message });
  }
});
process.on('disconnect', () => process.exit());
