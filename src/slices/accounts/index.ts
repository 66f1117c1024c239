import { systemCall } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import type { Credential } from '#platform/http/request.ts';
import { defineJob, handleJob } from '#platform/jobs/index.ts';
import { handleAddressed } from '#platform/mail/index.ts';
import type { Platform, Slice } from '#platform/slice.ts';
import { eraseStragglers, finishErasure } from './commands/erase-account.ts';
import { mailPasswordReset, sendPasswordReset } from './commands/reset-password.ts';
import { accountErrors } from './errors.ts';
import { noteProfile } from './reads.ts';
import { accountRoutes } from './routes/accounts.ts';
import { findSessionLanguage, findSessionProfile } from './sql/own-account.ts';
import { expiringAccounts } from './sql/sessions.ts';

const rotateSigningKeys = defineJob<Record<string, never>>('rotate_signing_keys');

export const accounts: Slice = {
  name: 'accounts',
  tags: {
    Authentication: 'Accounts, passwords and tokens.',
    Me: 'Your own profile, registrations, hours and settings.',
  },
  routes: accountRoutes,
  credentials: (platform) => [{ prefix: '', authenticate: createTokenAuthentication(platform) }],
  jobs: (platform) => [
    handleAddressed(platform.database, sendPasswordReset, 'password_reset', (email, { now }) =>
      mailPasswordReset(platform, now, email),
    ),
    handleJob(finishErasure, (erasure, { now }) =>
      eraseStragglers(platform, systemCall('finish-erasure', now), erasure),
    ),
    handleJob(rotateSigningKeys, async (_payload, { now }) => {
      await platform.keys.rotateByAge(now);
    }),
  ],
  cron: [{ pattern: '17 * * * *', job: rotateSigningKeys }],
  expiring: expiringAccounts,
};

/** Turns an access token into its person, if the session behind it still lives. */
function createTokenAuthentication(platform: Platform): Credential['authenticate'] {
  const { database, tokens, clock } = platform;
  return async (token, withProfile) => {
    const claims = await tokens.verify('at+jwt', token, clock());
    const [sessionId, userId] = [claims['sid'], Number(claims.sub)];
    if (typeof sessionId !== 'number') throw refuse(accountErrors.session_ended('authorization'));
    const session = { id: sessionId, userId };
    const profile = withProfile ? await findSessionProfile(database, session) : undefined;
    const account = withProfile ? profile : await findSessionLanguage(database, session);
    if (account === undefined) throw refuse(accountErrors.session_ended('authorization'));
    const tokenIssuedMs = ((claims.iat ?? 0) + 1) * 1_000;
    const person = { kind: 'person', userId, sessionId, language: account.language, tokenIssuedMs } as const;
    if (profile) noteProfile(person, profile);
    return person;
  };
}

export { turnOffNotices } from './commands/change-profile.ts';
export { createAccount, prepareAccount, setupToken } from './commands/create-account.ts';
export { type NewAccount, newAccounts, profileChanges, waitingCounts } from './follow-ups.ts';
export { personOf, userIdFor } from './routes/accounts.ts';
export { normaliseEmail } from './rules.ts';
export { Waiting, type WaitingBody } from './schema.ts';
export {
  claimInstallation,
  filledFields,
  filledProfileFields,
  findCredentials,
  findProfile,
  hasInstallationOwner,
  hasUsers,
  isInstallationOwner,
  namesOf,
} from './sql/users.ts';
