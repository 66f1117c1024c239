import { formatInstant, formatOptionalInstant } from '#kernel/time.ts';
import type { RegistrationBody } from '../schema/registration.ts';
import type { RegistrationRow } from '../sql/registrations.ts';

export function presentRegistration(row: RegistrationRow): RegistrationBody {
  return {
    id: row.id,
    shift_id: row.shift_id,
    user_id: row.user_id,
    role_id: row.role_id,
    role_key: row.role_key,
    status: row.status,
    waitlist_position: row.waitlist_position,
    offer_expires_at: formatOptionalInstant(row.offer_expires_at),
    created_at: formatInstant(row.created_at),
    updated_at: formatInstant(row.updated_at),
    cancelled_at: formatOptionalInstant(row.cancelled_at),
    cancel_reason: row.cancel_reason,
    source: row.source,
    flags: row.flags,
  };
}
