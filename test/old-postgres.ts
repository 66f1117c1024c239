import { createServer } from 'node:net';
import { after } from 'node:test';

/** Something that greets like a PostgreSQL of another version and answers one question: which one it is. */
export async function pretendPostgres(versionNumber: number): Promise<string> {
  const server = createServer((socket) => {
    let greeted = false;
    socket
      .on('error', () => {})
      .on('data', (bytes) => {
        const isQuestion = bytes[0] === 'Q'.charCodeAt(0);
        if (greeted && !isQuestion) return;
        if (!greeted) socket.write(Buffer.concat([message('R', int32(0)), ready]));
        else {
          const value = Buffer.from(String(versionNumber));
          const column = Buffer.concat([
            Buffer.from('number\0'),
            int32(0),
            int16(0),
            int32(23),
            int16(4),
            int32(-1),
            int16(0),
          ]);
          socket.write(
            Buffer.concat([
              message('T', Buffer.concat([int16(1), column])),
              message('D', Buffer.concat([int16(1), int32(value.length), value])),
              message('C', Buffer.from('SELECT 1\0')),
              ready,
            ]),
          );
        }
        greeted = true;
      });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  after(() => void server.close());
  return `postgres://muster:secret@127.0.0.1:${(server.address() as { port: number }).port}/muster`;
}

function message(type: string, body: Buffer): Buffer {
  return Buffer.concat([Buffer.from(type), int32(body.length + 4), body]);
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

function int16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeInt16BE(value);
  return bytes;
}

const ready = message('Z', Buffer.from('I'));
