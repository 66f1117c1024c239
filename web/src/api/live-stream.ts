/**
 * One block of a stream of server-sent events. A block without data is a sign of life, or a new position:
 * eventsource-parser (3.1.1) drops those, and the stream would resume too early, so they are read here.
 */
export interface StreamMessage {
  readonly event: string;
  readonly data: string;
  /** Where to go on after this. */
  readonly id: string | undefined;
}

export async function* messagesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<StreamMessage> {
  const reader = stream
    .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
    .getReader();
  let text = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    text = (text + value).replaceAll('\r\n', '\n');
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) yield messageOf(block);
  }
}

function messageOf(block: string): StreamMessage {
  const field = (name: string) =>
    block
      .split('\n')
      .filter((line) => line.startsWith(`${name}:`))
      .map((line) => line.slice(name.length + 1).trimStart())
      .join('\n');
  return { event: field('event') || 'message', data: field('data'), id: field('id') || undefined };
}

export class SilentStream extends Error {}

export interface Watch {
  readonly silenceMs: number;
  /** After this time without a message, and again after the same time, `confirm` must not fail. */
  readonly doubtMs: number;
  confirm(): Promise<void>;
}

/** Fails when nothing has come for `silenceMs`: a connection that is only half dead says nothing about it. */
export async function* watched<Message>(
  messages: AsyncGenerator<Message>,
  { silenceMs, doubtMs, confirm }: Watch,
): AsyncGenerator<Message> {
  for (;;) {
    const silence = Promise.withResolvers<never>();
    const doubts = setInterval(() => confirm().catch(silence.reject), doubtMs);
    const timer = setTimeout(() => silence.reject(new SilentStream('nothing came')), silenceMs);
    try {
      const { value, done } = await Promise.race([messages.next(), silence.promise]);
      if (done) return;
      yield value;
    } finally {
      clearInterval(doubts);
      clearTimeout(timer);
    }
  }
}
