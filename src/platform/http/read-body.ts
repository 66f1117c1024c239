import type { IncomingMessage } from 'node:http';
import { Refusal, refuse } from '#kernel/refusal.ts';
import { platformErrors } from '#platform/errors.ts';

/**
 * A megabyte arrives in some 20 to 1,000 pieces. Sent in chunks of one byte it would be a million, each with its own
 * event.
 */
export const mostPieces = 4_096;

/** The whole body, or a refusal as soon as it is longer, or in more pieces, than it may be. */
export function readBody(source: IncomingMessage, mostBytes: number): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  if (Number(source.headers['content-length']) > mostBytes) return Promise.reject(tooLarge(mostBytes));
  const pieces: Buffer[] = [];
  let length = 0;
  const stop = () => {
    source.off('data', take).off('end', finish).off('error', fail);
  };
  const take = (piece: Buffer) => {
    length += piece.length;
    pieces.push(piece);
    if (length <= mostBytes && pieces.length <= mostPieces) return;
    stop();
    reject(length > mostBytes ? tooLarge(mostBytes) : inTooManyPieces());
  };
  const finish = () => {
    stop();
    resolve(Buffer.concat(pieces, length));
  };
  const fail = (error: Error) => {
    stop();
    reject(error);
  };
  source.on('data', take).on('end', finish).on('error', fail);
  source.resume();
  return promise;
}

/** Known as soon as the first byte has arrived, or the end. */
export async function isBodyEmpty(source: IncomingMessage): Promise<boolean> {
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
