import { connect, type Socket } from 'node:net';

const headEnd = Buffer.from('\r\n\r\n');

/**
 * One keep-alive connection with one request in progress at a time. It reads just enough of HTTP to find where an
 * answer ends: the less work the load costs on a machine with few cores, the more the figures are the server's.
 */
export class Connection {
  readonly #socket: Socket;
  readonly #request: Buffer;
  #received: Buffer | undefined;
  #answered: ((status: number) => void) | undefined;
  #failed: ((error: Error) => void) | undefined;

  private constructor(socket: Socket, request: Buffer) {
    this.#socket = socket;
    this.#request = request;
    socket.on('data', (chunk: Buffer) => this.#receive(chunk));
    socket.on('error', (error) => this.#fail(error));
    socket.on('close', () => this.#fail(new Error('the server closed the connection')));
  }

  static async open(url: URL, request: Buffer): Promise<Connection> {
    const socket = connect({ host: url.hostname, port: Number(url.port), noDelay: true });
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', () => resolve()).once('error', reject);
    });
    return new Connection(socket, request);
  }

  /** Callbacks and not a promise: at tens of thousands a second the difference is seen. */
  ask(
    answered: (status: number) => void,
    failed: (error: Error) => void,
    request: Buffer = this.#request,
  ): void {
    this.#answered = answered;
    this.#failed = failed;
    this.#socket.write(request);
  }

  close(): void {
    this.#failed = undefined;
    this.#socket.destroy();
  }

  #receive(chunk: Buffer): void {
    const received = this.#received ? Buffer.concat([this.#received, chunk]) : chunk;
    const bodyStart = received.indexOf(headEnd) + headEnd.length;
    if (bodyStart >= headEnd.length) {
      const head = received.toString('latin1', 0, bodyStart);
      const status = Number(head.slice(9, 12));
      const bodyBytes = bodyBytesOf(head, status);
      if (bodyBytes === undefined) {
        this.#fail(new Error('an answer without content-length'));
        return;
      }
      if (received.length >= bodyStart + bodyBytes) {
        this.#received = undefined;
        this.#answered?.(status);
        return;
      }
    }
    this.#received = received;
  }

  #fail(error: Error): void {
    this.#failed?.(error);
    this.#failed = undefined;
  }
}

function bodyBytesOf(head: string, status: number): number | undefined {
  if (status === 204 || status === 304) return 0;
  const found = /content-length: *(\d+)/i.exec(head)?.[1];
  return found === undefined ? undefined : Number(found);
}
