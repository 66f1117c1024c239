import { timingSafeEqual } from 'node:crypto';
import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import { formatInstant } from '#kernel/time.ts';
import { writeAudit } from '#platform/audit/index.ts';
import { hashPassword } from '#platform/credentials/passwords.ts';
import { type Database, inTransaction, type Tx } from '#platform/db/index.ts';
import { knownLanguage } from '#platform/language/index.ts';
import type { Platform } from '#platform/slice.ts';
import { accountErrors } from '../errors.ts';
import { newAccounts } from '../follow-ups.ts';
import { checkPassword, normaliseEmail } from '../rules.ts';
import type { NewAccountInput } from '../schema.ts';
import { claimInstallation, insertUser } from '../sql/users.ts';
import { mailVerification } from '../steps/mail-link.ts';

/** A checked request with its password hashed: hashing is slow and must not happen inside a transaction. */
export interface PreparedAccount {
  readonly email: string;
  readonly name: string;
  readonly passwordHash: string;
  readonly timeZone: string;
  readonly language: string;
  readonly setupToken: string | undefined;
}

export async function prepareAccount(
  input: Pick<NewAccountInput, 'email' | 'name' | 'password' | 'time_zone' | 'language' | 'setup_token'>,
): Promise<PreparedAccount> {
  const email = normaliseEmail(input.email);
  const name = input.name.trim();
  const unsuitable = checkPassword(input.password, { email, name });
  if (unsuitable) throw refuse(unsuitable);
  const passwordHash = await hashPassword(input.password);
  return {
    email,
    name,
    passwordHash,
    timeZone: input.time_zone ?? 'UTC',
    language: input.language ?? 'en',
    setupToken: input.setup_token,
  };
}

/** Signing up: the account, and in the same transaction what it brings with it. */
export async function signUp(platform: Platform, call: Call, input: NewAccountInput) {
  const account = await prepareAccount({ language: knownLanguage(call.language), ...input });
  return await inTransaction(platform.database, call, async (tx) => {
    const id = await createAccount(tx, platform, call, account);
    const { email, name } = account;
    const own: Call = {
      ...call,
      actor: { kind: 'person', userId: id, sessionId: 0, language: call.language },
    };
    for (const follow of newAccounts.partsOf(platform))
      await follow(tx, platform, own, { userId: id, email, input });
    return { id, email, name, created_at: formatInstant(call.now) };
  });
}

export async function createAccount(
  tx: Tx,
  platform: Platform,
  call: Call,
  account: PreparedAccount,
): Promise<number> {
  const user = await insertUser(tx, { ...account, now: call.now });
  if (!user) throw refuse(accountErrors.email_taken('email'));
  if (account.setupToken !== undefined)
    await takeOverInstallation(tx, platform.database, user.id, account.setupToken);
  await writeAudit(tx, call, {
    organizationId: null,
    action: 'account.created',
    objectId: user.id,
    subjectUserId: user.id,
  });
  await mailVerification(tx, platform, call, { id: user.id, ...account });
  return user.id;
}

/** Follows from the installation's secret, so that every process and every start knows the same one. */
export function setupToken(database: Pick<Database, 'sealer'>): string {
  return `setup_${database.sealer.digest('setup', 'owner').toString('base64url').slice(0, 32)}`;
}

async function takeOverInstallation(
  tx: Tx,
  database: Database,
  userId: number,
  token: string,
): Promise<void> {
  const expected = Buffer.from(setupToken(database));
  const given = Buffer.from(token);
  const right = expected.length === given.length && timingSafeEqual(expected, given);
  if (right && (await claimInstallation(tx, userId))) return;
  throw refuse(accountErrors.setup_link_invalid('setup_token'));
}
