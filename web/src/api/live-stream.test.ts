import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { messagesOf, SilentStream, watched } from './live-stream.ts';

async function read(...chunks: string[]) {
  const bytes = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk));
      controller.close();
    },
  });
  return await Array.fromAsync(messagesOf(bytes));
}

describe('a stream of server-sent events', () => {
  it('is read whatever the pieces it arrives in', async () => {
    const whole = 'event: change\r\ndata: {"a":"ü"}\r\nid: x.1\r\n\r\n: still here\nid: x.2\n\n';
    const expected = [
      { event: 'change', data: '{"a":"ü"}', id: 'x.1' },
      { event: 'message', data: '', id: 'x.2' },
    ];
    assert.deepEqual(await read(whole), expected);
    assert.deepEqual(await read(...whole), expected);
  });

  it('counts as dead when nothing comes for too long', async () => {
    async function* silent() {
      yield 'first';
      await new Promise(() => {});
    }
    const received: string[] = [];
    await assert.rejects(async () => {
      const watch = { silenceMs: 1, doubtMs: 1_000, confirm: async () => {} };
      for await (const one of watched(silent(), watch)) received.push(one);
    }, SilentStream);
    assert.deepEqual(received, ['first']);
  });

  it('counts as dead as soon as it is silent and the server does not answer', async () => {
    async function* silent() {
      yield 'first';
      await new Promise(() => {});
    }
    let asked = 0;
    const confirm = async () => {
      asked += 1;
      if (asked === 3) throw new Error('no answer');
    };
    await assert.rejects(async () => {
      for await (const _ of watched(silent(), { silenceMs: 60_000, doubtMs: 1, confirm }));
    }, /no answer/);
    assert.equal(asked, 3);
  });
});
