import { formatInstant } from '#kernel/time.ts';
import type { NotificationPreferencesBody, ProfileBody } from './schema.ts';
import type { ProfileRow } from './sql/users.ts';

export function presentProfile(row: ProfileRow): ProfileBody {
  return {
    id: row.id,
    email: row.email ?? '',
    email_verified: row.email_verified_at !== null,
    name: row.name,
    phone: row.phone,
    date_of_birth: row.date_of_birth,
    emergency_contact: row.emergency_contact as ProfileBody['emergency_contact'],
    time_zone: row.time_zone,
    language: row.language,
    notification_preferences: row.notification_preferences as NotificationPreferencesBody,
    created_at: formatInstant(row.created_at),
    updated_at: formatInstant(row.updated_at),
  };
}
