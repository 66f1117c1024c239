import { formatInstant, formatOptionalInstant } from '#kernel/time.ts';
import type { Platform } from '#platform/slice.ts';
import type { ReportEventData } from './events.ts';
import { letterCode } from './gate.ts';
import type { LetterBody } from './schema/hours.ts';
import type { ReportBody } from './schema/reports.ts';
import type { LetterRow } from './sql/letters.ts';
import type { ReportRow } from './sql/reports.ts';

export function presentLetter(platform: Platform, row: LetterRow): LetterBody {
  const code = letterCode(platform, row.id);
  return {
    id: row.id,
    code,
    verify_url: `${platform.publicUrl()}/api/v1/hours/verify/${code}`,
    organization_id: row.organization_id,
    organization_name: row.organization_name,
    user_id: row.user_id,
    person_name: row.person_name,
    from: row.period_from,
    to: row.period_to,
    time_zone: row.time_zone,
    lines: [...row.lines],
    minutes: row.minutes,
    verified_minutes: row.verified_minutes,
    issued_at: formatInstant(row.issued_at),
  };
}

export function presentReport(row: ReportRow): ReportBody {
  return {
    ...row,
    decided_at: formatOptionalInstant(row.decided_at),
    created_at: formatInstant(row.created_at),
  };
}

/** Without the note: what people write stays here. */
export function reportEventData(row: ReportRow): ReportEventData {
  const { id, user_id, program_id, mission_id, day, minutes } = row;
  return { report_id: id, user_id, program_id, mission_id, day, minutes };
}
