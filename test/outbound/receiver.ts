import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import {
  type AddressInfo,
  createServer as createTcpServer,
  type Server as Listener,
  type Socket,
} from 'node:net';
import { after } from 'node:test';
import { certificate, certificateKey } from './certificate.ts';

export interface Receiver {
  readonly port: number;
  /** How many connections were ever made to it. */
  readonly connections: () => number;
  /** Resolves when no connection is open. */
  readonly quiet: () => Promise<void>;
}

export const httpReceiver = (answer: RequestListener): Promise<Receiver> => listen(createServer(answer));

export const tlsReceiver = (answer: RequestListener): Promise<Receiver> =>
  listen(createTlsServer({ cert: certificate, key: certificateKey }, answer));

export const tcpReceiver = (answer: (socket: Socket) => void): Promise<Receiver> =>
  listen(createTcpServer(answer));

async function listen(server: Listener | Server): Promise<Receiver> {
  const open = new Set<Socket>();
  let connections = 0;
  let nextQuiet = Promise.withResolvers<void>();
  server.on('connection', (socket: Socket) => {
    connections++;
    open.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => {
      open.delete(socket);
      if (open.size > 0) return;
      nextQuiet.resolve();
      nextQuiet = Promise.withResolvers();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  after(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    quiet: async () => (open.size === 0 ? undefined : await nextQuiet.promise),
  };
}
