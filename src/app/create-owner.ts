import { randomBytes } from 'node:crypto';
import { createInterface } from 'node:readline';
import { systemCall } from '#kernel/call.ts';
import { isEmailAddress } from '#kernel/email-address.ts';
import { Refusal } from '#kernel/refusal.ts';
import { writeAudit } from '#platform/audit/index.ts';
import { inTransaction } from '#platform/db/index.ts';
import { refusalTexts } from '#platform/language/index.ts';
import type { Platform } from '#platform/slice.ts';
import {
  claimInstallation,
  createAccount,
  findCredentials,
  normaliseEmail,
  prepareAccount,
} from '#slices/accounts/index.ts';
import { StartupError } from './startup-error.ts';

/** Makes the owner of the installation, for operators with access to the machine: it needs no setup token. */
export async function createOwner(
  platform: Platform,
  values: Record<string, unknown>,
  print: (text: string) => void = console.log,
): Promise<void> {
  const email = typeof values['email'] === 'string' ? normaliseEmail(values['email']) : '';
  const known = await findCredentials(platform.database.db, { email });
  if (!known && !isEmailAddress(email))
    throw new StartupError('muster create-owner: --email must be an email address.');
  const name = typeof values['name'] === 'string' ? values['name'].trim() : email;
  if (name === '' || name.length > 200)
    throw new StartupError('muster create-owner: --name must have 1 to 200 characters.');
  const typed = known ? '' : await passwordFromInput();
  const password = typed || randomBytes(12).toString('base64url');
  try {
    await promote(platform, known?.id, { email, name, password });
  } catch (error) {
    if (error instanceof Refusal)
      throw new StartupError(`muster create-owner: ${refusalTexts('en', error).detail}`);
    throw error;
  }
  print(`${email} is now the owner of this installation.`);
  if (!known && !typed) print(`Password: ${password}\nIt won’t be shown again. Change it after you log in.`);
}

async function promote(
  platform: Platform,
  knownId: number | undefined,
  account: { email: string; name: string; password: string },
): Promise<void> {
  const call = systemCall('create-owner', platform.clock());
  const prepared = knownId === undefined ? await prepareAccount(account) : undefined;
  await inTransaction(platform.database, {}, async (tx) => {
    const userId = knownId ?? (prepared ? await createAccount(tx, platform, call, prepared) : 0);
    if (!(await claimInstallation(tx, userId)))
      throw new StartupError(
        'muster create-owner: this installation already has an owner. They can log in, or reset their password in the app.',
      );
    await writeAudit(tx, call, {
      organizationId: null,
      action: 'installation.owner_created',
      objectId: userId,
      subjectUserId: userId,
    });
  });
}

async function passwordFromInput(): Promise<string> {
  if (process.stdin.isTTY) return '';
  try {
    for await (const line of createInterface({ input: process.stdin })) return line;
    return '';
  } finally {
    // The other end may stay open; the command still has to end.
    process.stdin.destroy();
  }
}
