import { Type } from 'typebox';
import type { Person } from '#kernel/actor.ts';
import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import { type Route, route } from '#platform/http/route.ts';
import { PathId, Success } from '#platform/http/schema.ts';
import type { Platform } from '#platform/slice.ts';
import { changePassword } from './commands/change-password.ts';
import { changeProfile } from './commands/change-profile.ts';
import { signUp } from './commands/create-account.ts';
import { endOtherSessions, endSession } from './commands/end-session.ts';
import { eraseAccount } from './commands/erase-account.ts';
import { logIn } from './commands/log-in.ts';
import { refreshTokens } from './commands/refresh-tokens.ts';
import { requestPasswordReset, resetPassword } from './commands/reset-password.ts';
import { sendVerificationAgain, verifyEmail } from './commands/verify-email.ts';
import { readExport, readInstallation, readProfile, readSessions } from './reads.ts';
import { browserSessionRoutes } from './routes/browser-session.ts';
import { readDevice, writeDevice } from './routes/cookies.ts';
import {
  EmailRequest,
  Erasure,
  Installation,
  JwtLoginResponse,
  LoginRequest,
  PasswordChange,
  PasswordReset,
  Profile,
  ProfileChange,
  RefreshRequest,
  Session,
  SignupRequest,
  SignupResponse,
  TokenRequest,
} from './schema.ts';

/** What only a person can do: an API key has no profile and no sessions. */
export function personOf(call: Call): Person {
  if (call.actor.kind === 'person') return call.actor;
  if (call.actor.kind === 'api_key') throw refuse('forbidden', 'This cannot be done with an API key.');
  throw refuse('unauthenticated');
}

export function accountRoutes(platform: Platform): Route[] {
  return [
    ...installationRoutes(platform),
    ...authenticationRoutes(platform),
    ...browserSessionRoutes(platform),
    ...passwordRoutes(platform),
    ...profileRoutes(platform),
  ];
}

function authenticationRoutes(platform: Platform): Route[] {
  const tag = 'Authentication';
  return [
    route({
      method: 'POST',
      path: '/auth/signup',
      operationId: 'signup',
      summary: 'Create an account',
      description:
        'With `organization_name` the new account also owns a new organization; with `invitation_token` it joins the one that invited it.',
      tag,
      access: 'open',
      budget: 'credentials',
      body: SignupRequest,
      response: SignupResponse,
      refuses: ['email_taken', 'password_unsuitable', 'token_invalid'],
      handle: (call, { body }) => signUp(platform, call, body),
    }),
    route({
      method: 'POST',
      path: '/auth/login',
      operationId: 'login',
      summary: 'Log in with e-mail and password',
      tag,
      access: 'open',
      budget: 'credentials',
      body: LoginRequest,
      response: JwtLoginResponse,
      refuses: ['invalid_credentials', 'overloaded'],
      handle: async (call, { body }, reply) => {
        const { deviceSecret, ...tokens } = await logIn(platform, call, {
          ...body,
          deviceSecret: readDevice(reply.request),
        });
        writeDevice(reply, deviceSecret, platform.publicUrl().startsWith('https:'));
        return tokens;
      },
    }),
    route({
      method: 'POST',
      path: '/auth/refresh',
      operationId: 'refresh',
      summary: 'Exchange a refresh token for new tokens',
      description:
        'A refresh token works once. The one just before the newest is accepted again for 30 seconds, in case the answer was lost; an older one ends the whole session.',
      tag,
      access: 'open',
      budget: 'credentials',
      body: RefreshRequest,
      response: JwtLoginResponse,
      refuses: ['unauthenticated'],
      handle: (call, { body }) => refreshTokens(platform, call, body.refresh_token),
    }),
    route({
      method: 'POST',
      path: '/auth/logout',
      operationId: 'logout',
      summary: 'End this session',
      description:
        'The access token and the refresh token of this session answer 401 from now on, everywhere.',
      tag,
      access: 'authenticated',
      response: Success,
      refuses: ['forbidden'],
      handle: async (call) => {
        const person = personOf(call);
        await endSession(platform, call, person, person.sessionId);
        return { success: true, message: 'You are logged out.' };
      },
    }),
  ];
}

function installationRoutes(platform: Platform): Route[] {
  return [
    route({
      method: 'GET',
      path: '/installation',
      operationId: 'readInstallation',
      summary: 'Whether this installation is set up',
      tag: 'Authentication',
      access: 'open',
      response: Installation,
      handle: () => readInstallation(platform.database.db),
    }),
  ];
}

function passwordRoutes(platform: Platform): Route[] {
  const tag = 'Authentication';
  return [
    route({
      method: 'POST',
      path: '/auth/password-reset',
      operationId: 'requestPasswordReset',
      summary: 'Ask for a link to reset the password',
      tag,
      access: 'open',
      budget: 'credentials',
      body: EmailRequest,
      response: Success,
      handle: (call, { body }) => requestPasswordReset(platform, call, body.email),
    }),
    route({
      method: 'POST',
      path: '/auth/password-reset/confirm',
      operationId: 'resetPassword',
      summary: 'Set a new password with the link from the mail',
      description: 'The link works once, for 30 minutes. All sessions of the account end.',
      tag,
      access: 'open',
      budget: 'credentials',
      body: PasswordReset,
      response: Success,
      refuses: ['token_invalid', 'password_unsuitable'],
      handle: (call, { body }) => resetPassword(platform, call, body),
    }),
    route({
      method: 'POST',
      path: '/auth/verify-email',
      operationId: 'verifyEmail',
      summary: 'Confirm the e-mail address with the link from the mail',
      tag,
      access: 'open',
      budget: 'credentials',
      body: TokenRequest,
      response: Success,
      refuses: ['token_invalid'],
      handle: (call, { body }) => verifyEmail(platform, call, body.token),
    }),
    route({
      method: 'POST',
      path: '/me/verify-email',
      operationId: 'sendVerification',
      summary: 'Send the confirmation link again',
      tag: 'Me',
      access: 'authenticated',
      response: Success,
      refuses: ['forbidden'],
      handle: (call) => sendVerificationAgain(platform, call, personOf(call)),
    }),
    route({
      method: 'POST',
      path: '/me/password',
      operationId: 'changePassword',
      summary: 'Change the password; other sessions end',
      tag: 'Me',
      access: 'authenticated',
      body: PasswordChange,
      response: Success,
      refuses: ['password_unsuitable', 'forbidden'],
      handle: (call, { body }) => changePassword(platform, call, personOf(call), body),
    }),
  ];
}

function profileRoutes(platform: Platform): Route[] {
  const { db } = platform.database;
  const shared = { tag: 'Me', access: 'authenticated', refuses: ['forbidden'] } as const;
  return [
    route({
      ...shared,
      method: 'GET',
      path: '/me',
      operationId: 'readMe',
      summary: 'My profile',
      response: Profile,
      handle: async (call) => await readProfile(db, personOf(call).userId),
    }),
    route({
      ...shared,
      method: 'PATCH',
      path: '/me',
      operationId: 'changeMe',
      summary: 'Change my profile',
      body: ProfileChange,
      response: Profile,
      refuses: ['forbidden', 'precondition_failed'],
      handle: async (call, { body }) => await changeProfile(platform, call, personOf(call), body),
    }),
    route({
      ...shared,
      method: 'DELETE',
      path: '/me',
      operationId: 'eraseMe',
      summary: 'Erase my account',
      description: 'Deletes personal data; totals stay, without a name. This can’t be undone.',
      body: Erasure,
      refuses: ['forbidden', 'last_owner'],
      handle: async (call, { body }) => await eraseAccount(platform, call, personOf(call), body.password),
    }),
    route({
      ...shared,
      method: 'GET',
      path: '/me/export',
      operationId: 'exportMe',
      summary: 'Everything that is held on me',
      response: Type.Object({}, { additionalProperties: true, title: 'PersonalExport' }),
      handle: async (call) => await readExport(platform, personOf(call), call.now),
    }),
    route({
      ...shared,
      method: 'GET',
      path: '/me/sessions',
      operationId: 'listSessions',
      summary: 'Where I am logged in',
      response: Type.Object({ items: Type.Array(Session) }, { title: 'SessionList' }),
      handle: async (call) => ({ items: await readSessions(db, personOf(call), call.now) }),
    }),
    route({
      ...shared,
      method: 'DELETE',
      path: '/me/sessions',
      operationId: 'endOtherSessions',
      summary: 'Log out everywhere else',
      description: 'Ends all sessions but the one that asks.',
      response: Type.Object(
        { ...Success.properties, ended: Type.Integer({ minimum: 0 }) },
        { title: 'SessionsEnded' },
      ),
      handle: async (call) => {
        const ended = await endOtherSessions(platform, call, personOf(call));
        return { success: true, message: endedMessage(ended), ended };
      },
    }),
    route({
      ...shared,
      method: 'DELETE',
      path: '/me/sessions/{id}',
      operationId: 'endSession',
      summary: 'Log out one of my sessions',
      params: PathId,
      refuses: ['forbidden', 'not_found'],
      handle: async (call, { params }) => await endSession(platform, call, personOf(call), params.id),
    }),
  ];
}

function endedMessage(ended: number): string {
  if (ended === 0) return "You're not logged in anywhere else.";
  return `Logged out on ${ended} other ${ended === 1 ? 'device' : 'devices'}.`;
}
