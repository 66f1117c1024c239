import assert from 'node:assert/strict';
import { after } from 'node:test';

export interface LiveMessage {
  readonly event: string;
  readonly data: Record<string, unknown>;
}

export interface ListeningClient {
  readonly messages: LiveMessage[];
  /** Resolves when the server has ended the stream. */
  readonly ended: Promise<void>;
  until(condition: (message: LiveMessage) => boolean): Promise<Record<string, unknown>>;
  close(): void;
}

/** Listens over a real connection, until the file's tests have run. The feed is known to listen from here on. */
export async function listenLive(url: string, token?: string, query = ''): Promise<ListeningClient> {
  const controller = new AbortController();
  after(() => controller.abort());
  const response = await fetch(`${url}/api/v1/live${query}`, {
    signal: controller.signal,
    headers: token ? { authorization: `Bearer ${token}` } : {},
  });
  assert.equal(response.status, 200);
  assert.equal(response.headers.get('content-type'), 'text/event-stream; charset=utf-8');
  assert.equal(response.headers.get('x-content-type-options'), 'nosniff');
  const messages: LiveMessage[] = [];
  const client: ListeningClient = {
    messages,
    ended: collect(response, messages),
    close: () => controller.abort(),
    async until(condition) {
      const deadline = performance.now() + 20_000;
      for (;;) {
        const found = messages.find(condition);
        if (found) return found.data;
        if (performance.now() > deadline) assert.fail(`never received; got ${JSON.stringify(messages)}`);
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    },
  };
  await client.until(({ event }) => event === 'resync' || event === 'hello');
  return client;
}

async function collect(response: Response, messages: LiveMessage[]): Promise<void> {
  let text = '';
  try {
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk;
      const parts = text.split('\n\n');
      text = parts.pop() ?? '';
      for (const part of parts) {
        const event = /^event: (.*)$/m.exec(part)?.[1];
        const data = /^data: (.*)$/m.exec(part)?.[1];
        if (event && data) messages.push({ event, data: JSON.parse(data) as Record<string, unknown> });
      }
    }
  } catch {
    // The client has hung up.
  }
}
