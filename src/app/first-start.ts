import { systemCall } from '#kernel/call.ts';
import { inTransaction, lockAll } from '#platform/db/index.ts';
import type { Platform } from '#platform/slice.ts';
import { hasInstallationOwner, hasUsers, setupToken } from '#slices/accounts/index.ts';
import { slices } from './slices.ts';

/** Fills an empty database with the demo. Answers whether it did; of two at once one does. */
export async function seedDemo(platform: Platform): Promise<boolean> {
  const call = systemCall('demo', platform.clock());
  return await inTransaction(platform.database, {}, async (tx) => {
    await lockAll(tx, 'demo', [1]);
    if (await hasUsers(tx)) return false;
    for (const slice of slices) await slice.demo?.(tx, call);
    return true;
  });
}

/** What a person at the terminal should know beside the address. */
export async function firstSteps(platform: Platform): Promise<string[]> {
  if (platform.config.demo) {
    return [
      '  Demo      log in as owner@demo.muster, coordinator@demo.muster or volunteer@demo.muster',
      '            with demo-password, or sign up: new accounts are admins of organization 1',
      ...(platform.config.smtpUrl ? [] : [`  Mail      ${platform.publicUrl()}/dev/mail`]),
    ];
  }
  if (await hasInstallationOwner(platform.database.db)) return [];
  return [
    `  Set-up    this installation has no owner yet: sign up with "setup_token": "${setupToken(platform.database)}"`,
    '            or run: npx muster create-owner --email you@example.org',
  ];
}
