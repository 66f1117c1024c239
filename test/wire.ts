import { connect, createServer, type Server, type Socket } from 'node:net';
import { after } from 'node:test';
import pg from 'pg';

export interface Wire {
  /** Like the address it leads to, but through the wire. */
  readonly url: string;
  /** PostgreSQL is gone: open connections break, new ones are refused. */
  cut(): Promise<void>;
  mend(): Promise<void>;
  /** The server is gone without a word: open connections stay open, and nothing comes through them anymore. */
  silence(): void;
}

/** A wire to PostgreSQL that can be cut, as when the server stops or the network fails. */
export async function layWire(url: string): Promise<Wire> {
  const { host, port } = new pg.Client({ connectionString: url });
  const sockets = new Set<Socket>();
  let server = open();
  let address = 0;

  function open(): Server {
    return createServer((near) => {
      const far = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
      for (const socket of [near, far]) {
        sockets.add(socket);
        socket
          .on('error', () => {})
          .on('close', () => {
            sockets.delete(socket);
            near.destroy();
            far.destroy();
          });
      }
      near.pipe(far).pipe(near);
    });
  }

  const listen = () =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(address, '127.0.0.1', () => {
        address = (server.address() as { port: number }).port;
        resolve();
      });
    });
  const cut = async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of sockets) socket.destroy();
    await closed;
  };

  await listen();
  after(cut);
  const through = new URL(url);
  through.host = `127.0.0.1:${address}`;
  return {
    url: through.toString(),
    cut,
    async mend() {
      server = open();
      await listen();
    },
    silence() {
      for (const socket of sockets) socket.unpipe().pause();
    },
  };
}
