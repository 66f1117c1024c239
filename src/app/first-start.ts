import { insertDemo } from '#demo/index.ts';
import { systemCall } from '#kernel/call.ts';
import { inTransaction, lockAll } from '#platform/db/index.ts';
import type { Platform } from '#platform/slice.ts';
import { hasInstallationOwner, hasUsers, setupToken } from '#slices/accounts/index.ts';

/** Fills an empty database with the demo. Returns whether it did; of two at once one does. */
export async function seedDemo(platform: Platform): Promise<boolean> {
  const call = systemCall('demo', platform.clock());
  return await inTransaction(platform.database, {}, async (tx) => {
    await lockAll(tx, 'demo', [1]);
    if (await hasUsers(tx)) return false;
    await insertDemo(tx, platform.database.sealer, call);
    return true;
  });
}

/** What a person at the terminal should know beside the address. */
export async function firstSteps(platform: Platform): Promise<string[]> {
  if (platform.config.demo) {
    return [
      '  Demo      log in as owner@demo.muster, coordinator@demo.muster, desk@demo.muster or volunteer@demo.muster',
      '            with demo-password, or create an account: it becomes an admin of organization 1',
      ...(platform.config.smtpUrl ? [] : [`  Mail      ${platform.publicUrl()}/dev/mail`]),
    ];
  }
  if (await hasInstallationOwner(platform.database.db)) return [];
  const token = setupToken(platform.database);
  return [
    `  Set up    ${platform.publicUrl()}/signup?setup=${token}`,
    '            Open this link to create the owner account. It works once.',
    `            From a program: POST /api/v1/auth/signup with "setup_token": "${token}",`,
    '            or run: npx muster create-owner --email you@example.org',
    ...(platform.config.smtpUrl ? [] : ['  Mail      not sent until SMTP_URL is set']),
  ];
}
