import type { FastifyReply, FastifyRequest } from 'fastify';
import { sessionDays } from '../commands/issue-tokens.ts';

const daySeconds = 24 * 3_600;

/** Tells only "a log-in worked here before"; it opens nothing by itself. */
const device = { name: 'muster_device', path: '/api/v1/auth', value: /^device_[\w-]{43}$/ };
/** The browser sends it to the three routes below this path and to no other. */
const refresh = { name: 'muster_refresh', path: '/api/v1/auth/browser', value: /^[\w.-]{1,2000}$/ };

export function readDevice(request: FastifyRequest): string | undefined {
  return readCookie(request, device);
}

export function writeDevice(reply: FastifyReply, value: string, secure: boolean): void {
  writeCookie(reply, device, value, 180 * daySeconds, secure);
}

export function readRefreshToken(request: FastifyRequest): string | undefined {
  return readCookie(request, refresh);
}

export function writeRefreshToken(reply: FastifyReply, value: string, secure: boolean): void {
  writeCookie(reply, refresh, value, sessionDays * daySeconds, secure);
}

export function clearRefreshToken(reply: FastifyReply, secure: boolean): void {
  writeCookie(reply, refresh, '', 0, secure);
}

function readCookie(request: FastifyRequest, { name, value }: typeof device): string | undefined {
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim());
  const found = pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
  return found !== undefined && value.test(found) ? found : undefined;
}

function writeCookie(
  reply: FastifyReply,
  { name, path }: typeof device,
  value: string,
  maxAgeSeconds: number,
  secure: boolean,
): void {
  const attributes = `Path=${path}; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;
  void reply.header('set-cookie', `${name}=${value}; ${attributes}`);
}
