import type { Person } from '#kernel/actor.ts';
import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import { writeAudit } from '#platform/audit/index.ts';
import { brokenConstraint, inTransaction, type Tx } from '#platform/db/index.ts';
import { record } from '#platform/outbox/index.ts';
import type { Platform } from '#platform/slice.ts';
import { addMember, type Role } from '#slices/organizations/index.ts';
import { formSubmitted } from '../events.ts';
import { presentSubmission } from '../present.ts';
import type { JsonObject } from '../rules/schema-parts.ts';
import type { SubmissionAnswerBody } from '../schema.ts';
import { findVersion } from '../sql/forms.ts';
import { type DeskRow, insertSubmission, onceConstraint, readDesk } from '../sql/submissions.ts';
import { answerCheck } from '../steps/compile-form.ts';

/** Checks the answers against the form's present version and keeps them with it. */
export async function submitForm(
  platform: Platform,
  call: Call,
  person: Person,
  formId: number,
  answers: JsonObject,
): Promise<SubmissionAnswerBody> {
  const { database } = platform;
  try {
    return await inTransaction(database, call, async (tx) => {
      const desk = await readDesk(tx, formId, person.userId);
      if (!desk || (desk.status === 'draft' && desk.role === null)) throw refuse('not_found');
      requireOpen(desk);
      const check = await answerCheck(database, desk, async () => {
        const version = await findVersion(tx, formId, desk.version);
        if (!version) throw refuse('not_found');
        return version.schema;
      });
      const faults = check(answers);
      const [first] = faults;
      if (first) throw refuse('validation_failed', `${first.path}: ${first.message}`, faults);
      return await keep(tx, call, person, desk, answers);
    });
  } catch (error) {
    // Two at once: both found the form open, and the constraint let one of them through.
    if (brokenConstraint(error) === onceConstraint) throw submittedBefore();
    throw error;
  }
}

function requireOpen(desk: DeskRow): void {
  if (desk.role === null && desk.join_rule === 'invitation')
    throw refuse('forbidden', 'This organization is invitation-only. Ask to join first.');
  if (desk.status !== 'published') throw refuse('conflict', "This form isn't open right now.");
  if (desk.resubmission !== 'once' || desk.submitted_version === null) return;
  if (!desk.renew_on_new_version || desk.submitted_version === desk.version) throw submittedBefore();
}

function submittedBefore() {
  return refuse('conflict', 'You have submitted this form already; it is taken once. See /me/submissions.');
}

async function keep(
  tx: Tx,
  call: Call,
  person: Person,
  desk: DeskRow,
  answers: JsonObject,
): Promise<SubmissionAnswerBody> {
  const { userId } = person;
  const { organization_id: organizationId, next_id: id, version } = desk;
  if (desk.role === null)
    await addMember(tx, call, { organizationId, userId, role: desk.join_role as Role, via: 'open' });
  const address = desk.consent ? call.address : null;
  const perVersion = desk.renew_on_new_version ? version : 0;
  const onceFor = desk.resubmission === 'once' ? perVersion : null;
  const given = {
    id,
    organizationId,
    formId: desk.id,
    formVersion: version,
    userId,
    answers,
    address,
    onceFor,
  };
  await insertSubmission(tx, given, call.now);
  await writeAudit(tx, call, {
    organizationId,
    action: 'form.submitted',
    objectId: id,
    subjectUserId: userId,
    after: { form_id: desk.id, form_version: version, consent: desk.consent },
  });
  const data = {
    submission_id: id,
    form_id: desk.id,
    form_version: version,
    user_id: userId,
    title: desk.title,
  };
  await record(tx, call.now, formSubmitted(organizationId, data));
  const row = {
    id,
    form_id: desk.id,
    form_version: version,
    user_id: userId,
    answers,
    address,
    submitted_at: call.now,
  };
  return { success: true, message: 'Thank you. Your answers are in.', submission: presentSubmission(row) };
}
