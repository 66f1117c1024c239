import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';

/** What a file of an archive contains. */
export interface Contents {
  readonly rows: number;
  readonly first_id: number | null;
  readonly last_id: number | null;
  /** Of the compressed file, in hex. */
  readonly sha256: string;
}

/** Writes lines, compressed. The file appears under its name only when it is whole and on the disk. */
export async function writeCompressed(path: string, lines: AsyncIterable<string>): Promise<void> {
  const part = `${path}.part`;
  await pipeline(Readable.from(lines), createGzip(), createWriteStream(part));
  await putInPlace(part, path);
}

export async function writeWhole(path: string, text: string): Promise<void> {
  const part = `${path}.part`;
  const file = await open(part, 'w');
  await file.writeFile(text).finally(() => file.close());
  await putInPlace(part, path);
}

async function putInPlace(part: string, path: string): Promise<void> {
  await sync(part);
  await rename(part, path);
  await sync(dirname(path));
}

async function sync(path: string): Promise<void> {
  const file = await open(path, 'r');
  await file.sync().finally(() => file.close());
}

/** Reads a whole file back, as someone would who needs it. Fails if it is no gzip file or has a line that is no row. */
export async function readContents(path: string): Promise<Contents> {
  const hash = createHash('sha256');
  const bytes = new PassThrough();
  bytes.on('data', (chunk: Buffer) => hash.update(chunk));
  const text = createGunzip();
  const reading = pipeline(createReadStream(path), bytes, text);
  // Reported below, also when the lines end early.
  reading.catch(() => {});
  let [rows, first, last]: [number, number | null, number | null] = [0, null, null];
  for await (const line of createInterface({ input: text })) {
    const { id } = JSON.parse(line) as { id?: unknown };
    if (!Number.isSafeInteger(id)) throw new Error(`${path}: line ${rows + 1} is not a row of the audit log`);
    rows += 1;
    first ??= id as number;
    last = id as number;
  }
  await reading;
  return { rows, first_id: first, last_id: last, sha256: hash.digest('hex') };
}

export interface ChainLink extends Contents {
  /** The first day of it. */
  readonly month: string;
}

/** Every archive names the one before it: none can be changed or removed without changing all that follow. */
export function chainOf(
  previous: string | null,
  { month, rows, first_id, last_id, sha256 }: ChainLink,
): string {
  const text = JSON.stringify([previous, month, rows, first_id, last_id, sha256]);
  return createHash('sha256').update(text).digest('hex');
}
