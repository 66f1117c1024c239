import type { Placement } from '#platform/db/distribute.ts';

/**
 * Where the rows of each table are on a Citus cluster. A new table needs a place here; `src/app/placement.test.ts` says what
 * its keys must contain. On plain PostgreSQL this list has no effect.
 */
export const placement: Placement = {
  /** On every node, because tables of organizations and of people join and reference them. */
  reference: ['organizations', 'time_zones', 'users'],
  organization: [
    'attendance',
    'attendance_scans',
    'badge_awards',
    'badge_journeys',
    'badges',
    'check_in_code_misses',
    'form_submissions',
    'form_versions',
    'forms',
    'hour_letters',
    'hours',
    'hours_stale',
    'issuer_keys',
    'join_requests',
    'journey_completions',
    'journey_enrollments',
    'journey_steps',
    'journey_versions',
    'journeys',
    'leaderboard_consents',
    'memberships',
    'message_recipients',
    'message_templates',
    'messages',
    'missions',
    'programs',
    'registrations',
    'requirement_fulfilments',
    'requirement_items',
    'series',
    'series_changes',
    'shift_ask_people',
    'shift_asks',
    'shift_roles',
    'shift_seats',
    'shifts',
  ],
  /**
   * Every change writes to it by copying, which makes Citus commit in two phases. A node whose only change is a copy is left out
   * of them if related rows were read there before; rows of this table are related to no others.
   */
  apart: ['audit_log'],
  person: ['availability', 'known_devices', 'person_places', 'sessions'],
  /** The queue and what belongs to the installation; then what is found by a secret alone. */
  local: [
    'audit_archives',
    'daily_runs',
    'events',
    'failed_jobs',
    'idempotency_keys',
    'installation',
    'job_workers',
    'login_failures',
    'notification_queue',
    'notifications',
    'organization_failures',
    'outbox',
    'queued_jobs',
    'request_budgets',
    'schema_migrations',
    'signing_keys',
    'undelivered_mail',
    'webhook_attempts',
    'webhook_endpoints',
    'webhook_messages',
    'webhook_queue',
    'api_keys',
    'calendar_feeds',
    'check_in_codes',
    'invitations',
    'mail_tokens',
  ],
  readers: ['known_zone(text)'],
};
