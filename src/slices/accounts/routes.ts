import { Type } from 'typebox';
import type { Person } from '#kernel/actor.ts';
import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import { type Route, routesFor } from '#platform/http/route.ts';
import { Success } from '#platform/http/schema.ts';
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
import { browserSessionRoutes, readDevice, writeDevice } from './routes/browser-session.ts';
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

const open = routesFor({ tag: 'Authentication', access: 'open' });
const loggedIn = routesFor({ tag: 'Authentication', access: 'authenticated' });
const me = routesFor({ tag: 'Me', access: 'authenticated', refuses: ['forbidden'] });

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
  return [
    open.post('/auth/signup', 'signup', 'Create an account', {
      description:
        'With `organization_name` the new account also owns a new organization; with `invitation_token` it joins the one that invited it.',
      budget: 'credentials',
      body: SignupRequest,
      response: SignupResponse,
      refuses: ['email_taken', 'password_unsuitable', 'token_invalid'],
      handle: (call, { body }) => signUp(platform, call, body),
    }),
    open.post('/auth/login', 'login', 'Log in with e-mail and password', {
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
    open.post('/auth/refresh', 'refresh', 'Exchange a refresh token for new tokens', {
      description:
        'A refresh token works once. The one just before the newest is accepted again for 30 seconds, in case the answer was lost; an older one ends the whole session.',
      budget: 'credentials',
      body: RefreshRequest,
      response: JwtLoginResponse,
      refuses: ['unauthenticated'],
      handle: (call, { body }) => refreshTokens(platform, call, body.refresh_token),
    }),
    loggedIn.post('/auth/logout', 'logout', 'End this session', {
      description:
        'The access token and the refresh token of this session answer 401 from now on, everywhere.',
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
    open.get('/installation', 'readInstallation', 'Whether this installation is set up', {
      response: Installation,
      handle: () => readInstallation(platform.database.db),
    }),
  ];
}

function passwordRoutes(platform: Platform): Route[] {
  return [
    open.post('/auth/password-reset', 'requestPasswordReset', 'Ask for a link to reset the password', {
      budget: 'credentials',
      body: EmailRequest,
      response: Success,
      handle: (call, { body }) => requestPasswordReset(platform, call, body.email),
    }),
    open.post(
      '/auth/password-reset/confirm',
      'resetPassword',
      'Set a new password with the link from the mail',
      {
        description: 'The link works once, for 30 minutes. All sessions of the account end.',
        budget: 'credentials',
        body: PasswordReset,
        response: Success,
        refuses: ['token_invalid', 'password_unsuitable'],
        handle: (call, { body }) => resetPassword(platform, call, body),
      },
    ),
    open.post('/auth/verify-email', 'verifyEmail', 'Confirm the e-mail address with the link from the mail', {
      budget: 'credentials',
      body: TokenRequest,
      response: Success,
      refuses: ['token_invalid'],
      handle: (call, { body }) => verifyEmail(platform, call, body.token),
    }),
    me.post('/me/verify-email', 'sendVerification', 'Send the confirmation link again', {
      response: Success,
      handle: (call) => sendVerificationAgain(platform, call, personOf(call)),
    }),
    me.post('/me/password', 'changePassword', 'Change the password; other sessions end', {
      body: PasswordChange,
      response: Success,
      refuses: ['password_unsuitable'],
      handle: (call, { body }) => changePassword(platform, call, personOf(call), body),
    }),
  ];
}

function profileRoutes(platform: Platform): Route[] {
  const { db } = platform.database;
  return [
    me.get('/me', 'readMe', 'My profile', {
      response: Profile,
      handle: async (call) => await readProfile(db, personOf(call).userId),
    }),
    me.patch('/me', 'changeMe', 'Change my profile', {
      body: ProfileChange,
      response: Profile,
      refuses: ['precondition_failed'],
      handle: async (call, { body }) => await changeProfile(platform, call, personOf(call), body),
    }),
    me.delete('/me', 'eraseMe', 'Erase my account', {
      description: 'Deletes personal data; totals stay, without a name. This can’t be undone.',
      body: Erasure,
      refuses: ['last_owner'],
      handle: async (call, { body }) => await eraseAccount(platform, call, personOf(call), body.password),
    }),
    me.get('/me/export', 'exportMe', 'Everything that is held on me', {
      response: Type.Object({}, { additionalProperties: true, title: 'PersonalExport' }),
      handle: async (call) => await readExport(platform, personOf(call), call.now),
    }),
    me.get('/me/sessions', 'listSessions', 'Where I am logged in', {
      response: Type.Object({ items: Type.Array(Session) }, { title: 'SessionList' }),
      handle: async (call) => ({ items: await readSessions(db, personOf(call), call.now) }),
    }),
    me.delete('/me/sessions', 'endOtherSessions', 'Log out everywhere else', {
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
    me.delete('/me/sessions/{id}', 'endSession', 'Log out one of my sessions', {
      refuses: ['not_found'],
      handle: async (call, { params }) => await endSession(platform, call, personOf(call), params.id),
    }),
  ];
}

function endedMessage(ended: number): string {
  if (ended === 0) return "You're not logged in anywhere else.";
  return `Logged out on ${ended} other ${ended === 1 ? 'device' : 'devices'}.`;
}
