import { hash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';

type Encoding = 'br' | 'gzip' | 'identity';

interface WebFile {
  readonly contentType: string;
  readonly cacheControl: string;
  readonly variants: Readonly<Partial<Record<Encoding, Variant>>>;
}

interface Variant {
  readonly bytes: Buffer;
  readonly etag: string;
}

/**
 * The built web app by path (`/assets/index-Bx3.js`). In memory: a few megabytes, and a rebuild cannot mix two builds.
 *
 * Why not @fastify/static: it reads each file from the disk again, so that a rebuild takes the files away under a page that
 * is open, and its ETags follow the time of the build, so that two servers never agree on one. Measured with 10.1, a small
 * script costs 470 µs of CPU instead of 250 µs, the client's share included.
 */
export type WebFiles = ReadonlyMap<string, WebFile>;

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
};
const compressed: Readonly<Record<string, Encoding>> = { '.br': 'br', '.gz': 'gzip' };
const yearSeconds = 31_536_000;

export async function loadWebFiles(folder: string): Promise<WebFiles> {
  const files = new Map<
    string,
    { contentType: string; cacheControl: string; variants: WebFile['variants'] }
  >();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const onDisk = path.join(entry.parentPath, entry.name);
    const encoding = compressed[path.extname(onDisk)] ?? 'identity';
    const plain = encoding === 'identity' ? onDisk : onDisk.slice(0, onDisk.lastIndexOf('.'));
    const contentType = contentTypes[path.extname(plain)];
    const address = `/${path.relative(folder, plain).replaceAll(path.sep, '/')}`;
    // The build's own notes begin with a dot; they are not part of the app.
    if (contentType === undefined || address.includes('/.')) continue;
    const bytes = await readFile(onDisk);
    const variant = { bytes, etag: `"${hash('sha256', bytes, 'base64url').slice(0, 27)}"` };
    files.set(address, {
      contentType,
      cacheControl: cacheControlOf(address),
      variants: { ...files.get(address)?.variants, [encoding]: variant },
    });
  }
  return files;
}

/** A name with a hash in it never means something else; the page that names them must be validated again. */
function cacheControlOf(address: string): string {
  if (address.startsWith('/assets/')) return `public, max-age=${yearSeconds}, immutable`;
  return /\.(?:html|js|webmanifest)$/.test(address) ? 'no-cache' : 'public, max-age=86400';
}

/**
 * What a page of the app may do: run our files, show our pictures, talk to this address, and nothing else. Style elements
 * bear the nonce of their page; styles that script sets on elements need no permission. Text becomes markup or the
 * address of a script only through the app's one policy (web/src/browser/trusted-types.ts).
 */
export const pagePolicy = (nonce?: string) => ({
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    nonce === undefined ? "style-src 'self'" : `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ].join('; '),
  'permissions-policy': 'camera=(self), geolocation=(), microphone=(), payment=(), usb=()',
  'cross-origin-resource-policy': 'same-origin',
});
const fileHeaders = pagePolicy();

/** Sends a file in the smallest form that the browser takes. Returns false when there is no such file. */
export function sendWebFile(
  files: WebFiles,
  address: string,
  request: FastifyRequest,
  reply: FastifyReply,
): boolean {
  const file = files.get(address);
  const accepted = request.headers['accept-encoding'] ?? '';
  const wanted = (['br', 'gzip'] as const).filter((encoding) => accepts(accepted, encoding));
  const encoding = ([...wanted, 'identity'] as const).find((one) => file?.variants[one] !== undefined);
  const variant = encoding && file?.variants[encoding];
  if (file === undefined || variant === undefined) return false;
  void reply
    .headers(fileHeaders)
    .header('cache-control', file.cacheControl)
    .header('etag', variant.etag)
    .header('vary', 'accept-encoding')
    .type(file.contentType);
  if (encoding !== 'identity') void reply.header('content-encoding', encoding);
  void reply.send(variant.bytes);
  return true;
}

function accepts(header: string, encoding: 'br' | 'gzip'): boolean {
  return header.split(',').some((part) => {
    const [name = '', quality = ''] = part.trim().split(/\s*;\s*/);
    return name.toLowerCase() === encoding && !/^q=0(?:\.0*)?$/.test(quality);
  });
}
