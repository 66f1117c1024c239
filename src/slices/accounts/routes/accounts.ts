import { Type } from 'typebox';
import type { Person } from '#kernel/actor.ts';
import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import { platformErrors } from '#platform/errors.ts';
import { type Route, routesFor } from '#platform/http/route.ts';
import { Success } from '#platform/http/schema.ts';
import type { Platform } from '#platform/slice.ts';
import { changePassword } from '../commands/change-password.ts';
import { changeProfile } from '../commands/change-profile.ts';
import { signUp } from '../commands/create-account.ts';
import { endOtherSessions, endSession } from '../commands/end-session.ts';
import { eraseAccount } from '../commands/erase-account.ts';
import { logIn } from '../commands/log-in.ts';
import { refreshTokens } from '../commands/refresh-tokens.ts';
import { requestPasswordReset, resetPassword } from '../commands/reset-password.ts';
import { sendVerificationAgain, verifyEmail } from '../commands/verify-email.ts';
import { accountTexts } from '../messages/index.ts';
import { readExport, readInstallation, readProfile, readSessions } from '../reads.ts';
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
} from '../schema.ts';
import { browserSessionRoutes, readDevice, writeDevice } from './browser-session.ts';

const open = routesFor({ tag: 'Authentication', access: 'open' });
const loggedIn = routesFor({ tag: 'Authentication', access: 'authenticated' });
const me = routesFor({ tag: 'Me', access: 'authenticated', refuses: ['forbidden'] });

/** What only a person can do: an API key has no profile and no sessions. */
export function personOf(call: Call): Person {
  if (call.actor.kind === 'person') return call.actor;
  if (call.actor.kind === 'api_key') throw refuse(platformErrors.api_key_not_allowed('authorization'));
  throw refuse('unauthenticated');
}

/** Whom a request is for: the person it names, or else the one who sends it. */
export function userIdFor(call: Call, named: number | undefined): number {
  if (named !== undefined) return named;
  if (call.actor.kind === 'api_key') throw refuse(platformErrors.required_with_api_key('user_id'));
  return personOf(call).userId;
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
        'With `organization_name`, the account also becomes the owner of a new organization. With `invitation_token`, it joins the organization that sent the invitation.',
      budget: 'credentials',
      body: SignupRequest,
      response: SignupResponse,
      refuses: ['email_taken', 'password_unsuitable', 'token_invalid'],
      handle: (call, { body }) => signUp(platform, call, body),
    }),
    open.post('/auth/login', 'login', 'Log in with email and password', {
      description: 'Returns an access token for 15 minutes and a refresh token for 30 days.',
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
    open.post('/auth/refresh', 'refresh', 'Refresh the access token', {
      description:
        'A refresh token works once. If the response was lost, you can send the same token again within 30 seconds. Any older token ends the session.',
      budget: 'credentials',
      body: RefreshRequest,
      response: JwtLoginResponse,
      refuses: ['unauthenticated'],
      handle: (call, { body }) => refreshTokens(platform, call, body.refresh_token),
    }),
    loggedIn.post('/auth/logout', 'logout', 'Log out', {
      description: 'Ends the session. Its access token and refresh token stop working immediately.',
      response: Success,
      refuses: ['forbidden'],
      handle: async (call) => {
        const person = personOf(call);
        await endSession(platform, call, person, person.sessionId);
        return { success: true, message: accountTexts.say(call.language, 'answers.loggedOut') };
      },
    }),
  ];
}

function installationRoutes(platform: Platform): Route[] {
  return [
    open.get('/installation', 'readInstallation', 'Check whether Muster is set up', {
      description: '`has_owner` is false until the owner has used the setup link.',
      response: Installation,
      handle: () => readInstallation(platform.database.db),
    }),
  ];
}

function passwordRoutes(platform: Platform): Route[] {
  return [
    open.post('/auth/password-reset', 'requestPasswordReset', 'Request a password reset link', {
      description: 'Sends the link by email. The response is the same whether or not the account exists.',
      budget: 'credentials',
      body: EmailRequest,
      response: Success,
      handle: (call, { body }) => requestPasswordReset(platform, call, body.email),
    }),
    open.post('/auth/password-reset/confirm', 'resetPassword', 'Set a new password with a reset link', {
      description: 'The link works once, for 30 minutes. All sessions of the account end.',
      budget: 'credentials',
      body: PasswordReset,
      response: Success,
      refuses: ['token_invalid', 'password_unsuitable'],
      handle: (call, { body }) => resetPassword(platform, call, body),
    }),
    open.post('/auth/verify-email', 'verifyEmail', 'Confirm an email address', {
      description: 'Takes the token of the link that was sent to the address.',
      budget: 'credentials',
      body: TokenRequest,
      response: Success,
      refuses: ['token_invalid'],
      handle: (call, { body }) => verifyEmail(platform, call, body.token),
    }),
    me.post('/me/verify-email', 'sendVerification', 'Send the confirmation link again', {
      description: 'Sends a new link to the address of your account.',
      response: Success,
      handle: (call) => sendVerificationAgain(platform, call, personOf(call)),
    }),
    me.post('/me/password', 'changePassword', 'Change my password', {
      description: 'All your other sessions end.',
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
    me.get('/me', 'readMe', 'Get my profile', {
      description: 'Your account, profile and settings.',
      response: Profile,
      readsOwnProfile: true,
      handle: async (call) => await readProfile(platform.database, personOf(call)),
    }),
    me.patch('/me', 'changeMe', 'Change my profile', {
      description: 'Fields that you leave out keep their value.',
      body: ProfileChange,
      response: Profile,
      checksIfMatch: true,
      handle: async (call, { body }) => await changeProfile(platform, call, personOf(call), body),
    }),
    me.delete('/me', 'eraseMe', 'Delete my account', {
      description: 'Deletes your personal data. Totals are kept without your name. This can’t be undone.',
      body: Erasure,
      refuses: ['last_owner'],
      handle: async (call, { body }) => await eraseAccount(platform, call, personOf(call), body.password),
    }),
    me.get('/me/export', 'exportMe', 'Export my data', {
      description: 'Everything that Muster stores about you, as JSON.',
      response: Type.Object({}, { additionalProperties: true, title: 'PersonalExport' }),
      neverStored: true,
      handle: async (call) => await readExport(platform, personOf(call), call.now),
    }),
    me.get('/me/sessions', 'listSessions', 'List my sessions', {
      description: 'Every device and program that is logged in to your account.',
      response: Type.Object({ items: Type.Array(Session) }, { title: 'SessionList' }),
      handle: async (call) => ({ items: await readSessions(db, personOf(call), call.now) }),
    }),
    me.delete('/me/sessions', 'endOtherSessions', 'Log out everywhere else', {
      description: 'Ends all your sessions except the current one.',
      response: Type.Object(
        { ...Success.properties, ended: Type.Integer({ minimum: 0 }) },
        { title: 'SessionsEnded' },
      ),
      handle: async (call) => {
        const ended = await endOtherSessions(platform, call, personOf(call));
        return {
          success: true,
          message: accountTexts.say(call.language, 'answers.loggedOutElsewhere', { count: ended }),
          ended,
        };
      },
    }),
    me.delete('/me/sessions/{id}', 'endSession', 'End one of my sessions', {
      description: 'The device or program is logged out immediately.',
      refuses: ['not_found'],
      handle: async (call, { params }) => await endSession(platform, call, personOf(call), params.id),
    }),
  ];
}
