import type { Repository } from './repository.ts';

/** Who owns which table. Only its owner writes to it; everyone may read it. */
export const tablesOf: Readonly<Record<string, readonly string[]>> = {
  accounts: ['users', 'sessions', 'known_devices', 'login_failures', 'mail_tokens', 'installation'],
  organizations: ['organizations', 'memberships', 'invitations', 'api_keys', 'join_requests'],
  programs: ['missions', 'programs', 'requirement_items', 'requirement_fulfilments'],
  forms: ['forms', 'form_versions', 'form_submissions'],
  shifts: ['series', 'series_changes', 'shifts', 'shift_seats', 'shift_roles', 'shift_templates'],
  signups: ['registrations', 'person_places', 'swaps', 'availability', 'calendar_feeds'],
  asks: ['shift_asks', 'shift_ask_people'],
  attendance: ['attendance', 'attendance_scans', 'check_in_codes', 'check_in_code_misses'],
  hours: ['hours', 'hours_stale', 'hour_letters', 'hour_reports'],
  badges: ['badges', 'badge_awards', 'badge_journeys', 'issuer_keys', 'leaderboard_consents'],
  journeys: ['journeys', 'journey_versions', 'journey_steps', 'journey_enrollments', 'journey_completions'],
  people: ['tags', 'member_tags', 'member_notes', 'people_filters'],
  notifications: [
    'notifications',
    'notification_queue',
    'messages',
    'message_recipients',
    'message_templates',
    'notification_reads',
    'push_subscriptions',
  ],
  webhooks: ['webhook_endpoints', 'webhook_messages', 'webhook_attempts', 'webhook_queue'],
  operations: ['daily_runs'],
  platform: [
    'audit_archives',
    'audit_log',
    'events',
    'failed_jobs',
    'idempotency_keys',
    'job_workers',
    'organization_failures',
    'outbox',
    'queued_jobs',
    'queued_mail',
    'request_budgets',
    'schema_migrations',
    'signing_keys',
    'time_zones',
    'undelivered_mail',
  ],
};

interface Guest {
  readonly on: string;
  readonly of: string;
  readonly triggers?: readonly string[];
  /** Columns that the guest alone writes. */
  readonly columns?: readonly string[];
}

/** Triggers, and columns that one slice keeps on another's table. ARCHITECTURE.md shows them with their reasons. */
export const guests: readonly Guest[] = [
  { on: 'audit_log', of: 'platform', triggers: ['audit_log_is_final', 'audit_log_is_not_emptied'] },
  {
    on: 'audit_archives',
    of: 'platform',
    triggers: ['audit_archives_are_final', 'audit_archives_are_not_emptied'],
  },
  { on: 'notifications', of: 'notifications', triggers: ['notifications_are_queued'] },
  {
    on: 'shifts',
    of: 'attendance',
    triggers: ['shifts_reopen_attendance', 'shifts_carry_attendance_along'],
    columns: ['attendance_closed_at'],
  },
  {
    on: 'attendance',
    of: 'hours',
    triggers: ['attendance_adds_hours', 'attendance_changes_hours', 'attendance_loses_hours'],
  },
  {
    on: 'hour_reports',
    of: 'hours',
    triggers: ['hour_reports_change_hours', 'hour_reports_lose_hours'],
  },
  ...['users', 'sessions', 'missions', 'programs', 'shifts', 'shift_seats', 'shift_roles'].map((on) => ({
    on,
    of: 'platform',
    triggers: [`${on}_count_changes`],
  })),
];

/** Tables that are written together, in one file only: a write elsewhere would forget the others. */
const onlyFile: Readonly<Record<string, string>> = {
  registrations: 'src/slices/signups/sql/writes.ts',
  person_places: 'src/slices/signups/sql/writes.ts',
};

const owners = new Map(
  Object.entries(tablesOf).flatMap(([owner, tables]) => tables.map((table) => [table, owner])),
);

const write =
  /(?:insert into|(?<!for |do )update|delete from)\s+(?:only\s+)?([a-z_]+)(?:\s+set\s+([a-z_]+))?|\.(?:insertInto|updateTable|deleteFrom)\('([a-z_]+)/g;

export async function tableProblems(repository: Repository): Promise<string[]> {
  const problems: string[] = [];
  for (const file of repository.files) {
    const [, owner] = /^src\/(?:slices\/)?([^/]+)\/.*(?<!\.test)\.ts$/.exec(file) ?? [];
    if (owner === undefined || owner === 'app' || owner === 'demo') continue;
    for (const [, one, column, other] of (await repository.read(file)).matchAll(write)) {
      const table = one ?? other ?? '';
      const right = owners.get(table);
      const isGuest = guests.some(
        ({ on, of, columns = [] }) => on === table && of === owner && columns.includes(column ?? ''),
      );
      if (right !== undefined && right !== owner && !isGuest)
        problems.push(`${file} writes to ${table}, which belongs to ${right}`);
      const only = onlyFile[table];
      if (only !== undefined && file !== only)
        problems.push(`${file} writes to ${table}, which only ${only} does`);
    }
  }
  return problems;
}
