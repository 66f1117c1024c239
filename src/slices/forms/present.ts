import { formatInstant } from '#kernel/time.ts';
import type { FormBody, SubmissionBody } from './schema.ts';
import type { FormRow } from './sql/forms.ts';
import type { SubmissionRow } from './sql/submissions.ts';

export function presentForm({ published_at: _, ...row }: FormRow): FormBody {
  return { ...row, created_at: formatInstant(row.created_at), updated_at: formatInstant(row.updated_at) };
}

export function presentSubmission(row: SubmissionRow): SubmissionBody {
  const { id, form_id, form_version, user_id, answers, address, submitted_at } = row;
  return { id, form_id, form_version, user_id, answers, submitted_at: formatInstant(submitted_at), address };
}
