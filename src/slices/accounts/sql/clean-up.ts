import { sql } from 'kysely';
import { olderThan } from '#platform/db/clean-up.ts';

const day = 24;

/** Ended sessions, used links, old failures, devices that are no longer used. */
export const expiringAccounts = [
  olderThan({ table: 'sessions', column: 'expires_at', keptHours: 30 * day }),
  olderThan({
    table: 'sessions',
    column: 'revoked_at',
    keptHours: 30 * day,
    only: sql`revoked_at is not null`,
  }),
  olderThan({ table: 'mail_tokens', column: 'expires_at', keptHours: day }),
  olderThan({ table: 'login_failures', column: 'last_failed_at', keptHours: 2 * day }),
  olderThan({ table: 'known_devices', column: 'last_used_at', keptHours: 180 * day }),
];
