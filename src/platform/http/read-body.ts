import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { Refusal, refuse } from '#kernel/refusal.ts';
import { platformErrors } from '#platform/errors.ts';

/**
 * A megabyte arrives in some 20 to 1,000 pieces. Sent in chunks of one byte it would be a million, each with its own
 * event.
 */
export const mostPieces = 4_096;

/** A body, as far as reading it goes. */
export type BodySource = Readable & Pick<IncomingMessage, 'headers'>;

/** The whole body, or a refusal as soon as it is longer, or in more pieces, than it may be. */
export async function readBody(source: BodySource, mostBytes: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  await readPieces(source, mostBytes, (piece) => void pieces.push(piece));
  return Buffer.concat(pieces);
}

/** The same piece by piece, as it arrives. What `take` throws ends the reading, too. */
export function readPieces(
  source: BodySource,
  mostBytes: number,
  take: (piece: Buffer) => void,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  if (Number(source.headers['content-length']) > mostBytes) return Promise.reject(tooLarge(mostBytes));
  const most = mostPieces * Math.max(1, mostBytes / 1_048_576);
  let length = 0;
  let count = 0;
  const stop = () => {
    source.off('data', takeWithin).off('end', finish).off('error', giveUp);
  };
  const takeWithin = (piece: Buffer) => {
    length += piece.length;
    count += 1;
    try {
      if (length > mostBytes) throw tooLarge(mostBytes);
      if (count > most) throw inTooManyPieces();
      take(piece);
    } catch (error) {
      fail(error);
    }
  };
  const finish = () => {
    stop();
    resolve();
  };
  const fail = (error: unknown) => {
    stop();
    reject(error);
  };
  // The sender has gone. The error looks like that of a lost connection to the database.
  const giveUp = () => fail(refuse('request_timeout'));
  source.on('data', takeWithin).on('end', finish).on('error', giveUp);
  source.resume();
  return promise;
}

/** Known as soon as the first byte has arrived, or the end. */
export async function isBodyEmpty(source: BodySource): Promise<boolean> {
  try {
    return (await readBody(source, 0)).length === 0;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

function tooLarge(mostBytes: number): Refusal {
  const size = mostBytes >= 1_048_576 ? `${mostBytes / 1_048_576} MiB` : `${mostBytes / 1_024} KiB`;
  return refuse(platformErrors.body_too_large('body', { size }));
}

function inTooManyPieces(): Refusal {
  return refuse(platformErrors.too_many_pieces('body'));
}
