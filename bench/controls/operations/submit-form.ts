import type { Platform } from '#platform/slice.ts';
import { submitForm } from '#slices/forms/commands/submit-form.ts';
import { benchAnswers, benchForm } from '../../forms.ts';
import type { Operation } from '../operation.ts';
import { recordedCall, recordStatements } from '../recording.ts';
import { replayOf } from '../replay.ts';

const standIns = { submissionId: 9_000_000_000_001 } as const;

const replay = replayOf(standIns, recordSubmission, (real, row) => {
  if (Object.keys(row).join() === 'id') real.submissionId = row['id'] as number;
});

export const operation: Operation = {
  method: 'POST',
  path: '/api/v1/forms/:id/submissions',
  inTransaction: true,
  response: { type: 'object' },
  inputOf: () => ({ params: { id: '1' }, body: undefined }),
  run: (connection) => replay(connection, {}),
};

async function recordSubmission() {
  const call = recordedCall(1);
  const isFormRead = (text: string) => text.includes('from form_versions');
  const rowsFor = (text: string) => {
    if (text.includes('nextval(')) return [{ id: standIns.submissionId }];
    if (text.includes('from forms f')) return [desk];
    return isFormRead(text) ? [{ schema: benchForm }] : [];
  };
  const notes = await recordStatements(rowsFor, (database) =>
    submitForm({ database, config: { rateLimit: 'off' } } as Platform, call, call.actor, 1, {
      answers: benchAnswers,
    }),
  );
  // The service reads a version of a form once and keeps it.
  return notes.filter(({ text }) => !isFormRead(text));
}

const desk = {
  id: 1,
  organization_id: 1,
  title: 'About you',
  status: 'published',
  published_at: Temporal.Instant.fromEpochMilliseconds(0),
  version: 1,
  resubmission: 'many',
  consent: false,
  renew_on_new_version: false,
  join_rule: 'invitation',
  join_role: 'volunteer',
  role: 'volunteer',
  submitted_version: null,
  hundredth_at: null,
};
