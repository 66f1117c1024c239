import type { FastifyReply, FastifyRequest } from 'fastify';
import { decodeJwt } from 'jose';
import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import { RawAnswer, type Route, routesFor } from '#platform/http/route.ts';
import { Success } from '#platform/http/schema.ts';
import type { Platform } from '#platform/slice.ts';
import { endSessionOf } from '../commands/end-session.ts';
import { logIn } from '../commands/log-in.ts';
import { refreshTokens } from '../commands/refresh-tokens.ts';
import { accountErrors } from '../errors.ts';
import { accountTexts } from '../messages/index.ts';
import { readWaiting } from '../reads.ts';
import { accessSeconds, sessionDays } from '../rules.ts';
import { BrowserSession, LoginRequest, type TokenPair } from '../schema.ts';

/** Sessions of the web app: its script never sees the refresh token, which lives in a cookie of these routes. */
export function browserSessionRoutes(platform: Platform): Route[] {
  const secure = (request: FastifyRequest) =>
    request.protocol === 'https' || platform.publicUrl().startsWith('https:');
  const answer = (reply: FastifyReply, tokens: TokenPair) => {
    writeRefreshToken(reply, tokens.refresh_token, secure(reply.request));
    // The cookie is open by all tabs: each must notice when it has become another person's.
    const user_id = Number(decodeJwt(tokens.access_token).sub);
    return { access_token: tokens.access_token, expires_in: accessSeconds, user_id };
  };
  const open = routesFor({ tag: 'Authentication', access: 'open' });
  return [
    open.post('/auth/browser/login', 'browserLogin', 'Log in from the web app', {
      neverStored: true,
      description:
        'Like `POST /auth/login`, but the refresh token is kept in a cookie that scripts can’t read. Requests from other sites are refused.',
      budget: 'credentials',
      body: LoginRequest,
      response: BrowserSession,
      refuses: ['invalid_credentials', 'overloaded', 'forbidden'],
      handle: async (call, { body }, reply) => {
        refuseForeign(reply.request, platform.publicUrl());
        const deviceSecret = readDevice(reply.request);
        const { deviceSecret: kept, ...tokens } = await logIn(platform, plain(call), {
          ...body,
          deviceSecret,
        });
        writeDevice(reply, kept, secure(reply.request));
        return unstored(answer(reply, tokens));
      },
    }),
    open.post('/auth/browser/refresh', 'browserRefresh', 'Refresh the access token from the cookie', {
      neverStored: true,
      description:
        'For the web app. Returns a new access token, with what `GET /me/waiting` returns, and replaces the cookie.',
      response: BrowserSession,
      refuses: ['unauthenticated', 'forbidden'],
      handle: async (call, _input, reply) => {
        refuseForeign(reply.request, platform.publicUrl());
        const token = readRefreshToken(reply.request);
        if (token === undefined) throw refuse('unauthenticated');
        const session = answer(reply, await refreshTokens(platform, plain(call), token));
        // Every page of the app begins with this request.
        return unstored({ ...session, waiting: await readWaiting(platform, session.user_id, call.now) });
      },
    }),
    open.post('/auth/browser/logout', 'browserLogout', 'Log out of the web app', {
      neverStored: true,
      description: 'Ends the session and deletes its cookie.',
      response: Success,
      refuses: ['forbidden'],
      handle: async (call, _input, reply) => {
        refuseForeign(reply.request, platform.publicUrl());
        const token = readRefreshToken(reply.request);
        if (token !== undefined) await endSessionOf(platform, plain(call), token);
        clearRefreshToken(reply, secure(reply.request));
        return unstored({ success: true, message: accountTexts.say(call.language, 'answers.loggedOut') });
      },
    }),
  ];
}

/**
 * SameSite=Strict keeps the cookie from other sites already. This is the second lock: what the browser itself
 * says about the sender, and a content type that no form can send.
 */
function refuseForeign(request: FastifyRequest, publicUrl: string): void {
  const { origin, 'sec-fetch-site': site, 'content-type': type = '' } = request.headers;
  if (!/^application\/json\s*(?:;|$)/i.test(type)) throw refuse('unsupported_media_type');
  const isForeign =
    typeof site === 'string'
      ? site !== 'same-origin' && site !== 'none'
      : origin !== undefined && !isOwn(origin, request, publicUrl);
  if (isForeign) throw refuse(accountErrors.other_site('origin'));
}

function isOwn(origin: string, request: FastifyRequest, publicUrl: string): boolean {
  const host = URL.parse(origin)?.host;
  return host !== undefined && (host === request.host || host === URL.parse(publicUrl)?.host);
}

/** An Idempotency-Key would store the token, and its fingerprint does not cover the cookie. */
function plain({ idempotency: _unused, ...call }: Call): Call {
  return call;
}

function unstored(body: object): RawAnswer {
  return new RawAnswer('application/json; charset=utf-8', JSON.stringify(body));
}

const daySeconds = 24 * 3_600;

/** Says only that a login worked on this device before; it gives no access. */
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
