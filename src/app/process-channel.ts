/** What the processes of one service ask each other. */
type Question = 'listening' | 'failed' | 'stop' | 'figures' | 'ready' | 'requests';

export interface Message {
  readonly id: number;
  /** Set in questions. */
  readonly question?: Question;
  /** What the question is about, or the answer to it. */
  readonly value?: unknown;
}

type Answer = (value: unknown) => unknown;

const defaultTimeoutMs = 2_000;

/** Questions and answers between the primary process and one of its API processes. Both ends have one. */
export class ProcessChannel {
  readonly #post: (message: Message) => void;
  readonly #answers = new Map<Question, Answer>();
  readonly #asked = new Map<number, (value: unknown) => void>();
  #lastId = 0;

  constructor(post: (message: Message) => void) {
    this.#post = post;
  }

  /** How this end answers. */
  answer(question: Question, answer: Answer): void {
    this.#answers.set(question, answer);
  }

  /** What the other end answers; undefined if it ends, takes too long or doesn't know. */
  async ask(question: Question, value?: unknown, timeoutMs = defaultTimeoutMs): Promise<unknown> {
    this.#lastId += 1;
    const id = this.#lastId;
    const { promise, resolve } = Promise.withResolvers<unknown>();
    const timer = setTimeout(resolve, timeoutMs, undefined);
    this.#asked.set(id, resolve);
    this.#send({ id, question, value });
    return await promise.finally(() => {
      clearTimeout(timer);
      this.#asked.delete(id);
    });
  }

  async receive(message: Message): Promise<void> {
    const { id, question, value } = message;
    if (question === undefined) return this.#asked.get(id)?.(value);
    const answer = await Promise.resolve(this.#answers.get(question)?.(value)).catch(() => undefined);
    this.#send({ id, value: answer });
  }

  /** The other end is gone. */
  close(): void {
    for (const resolve of this.#asked.values()) resolve(undefined);
  }

  #send(message: Message): void {
    try {
      this.#post(message);
    } catch {
      // The other end has just ended, which its exit tells.
    }
  }
}
