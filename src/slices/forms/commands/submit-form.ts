import type { Person } from '#kernel/actor.ts';
import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import { writeAudit } from '#platform/audit/index.ts';
import { brokenConstraint, inTransaction, lockAll, type Tx } from '#platform/db/index.ts';
import { record } from '#platform/outbox/index.ts';
import type { Platform } from '#platform/slice.ts';
import { addMember, mayIn, organizationErrors, type Role } from '#slices/organizations/index.ts';
import { formErrors } from '../errors.ts';
import { formSubmitted } from '../events.ts';
import { formTexts } from '../messages/index.ts';
import { presentSubmission } from '../present.ts';
import { limits } from '../rules/limits.ts';
import type { JsonObject } from '../rules/schema-parts.ts';
import type { SubmissionAnswerBody, SubmissionInput } from '../schema.ts';
import { findVersion } from '../sql/forms.ts';
import { type FormFacts, insertSubmission, onceConstraint, readFormFacts } from '../sql/submissions.ts';
import { answerCheck } from '../steps/compile-form.ts';

/** Checks the answers against the form's current version and stores them with it. */
export async function submitForm(
  platform: Platform,
  call: Call,
  person: Person,
  formId: number,
  { answers, form_version: seen }: SubmissionInput,
): Promise<SubmissionAnswerBody> {
  const { database, config } = platform;
  const isLimited = config.rateLimit === 'on';
  try {
    return await inTransaction(database, call, async (tx) => {
      // Two at the same moment must not both be the last of a day.
      if (isLimited) await lockAll(tx, 'form_submissions', [person.userId]);
      const form = await readFormFacts(tx, formId, person.userId);
      if (!form || (form.published_at === null && !mayManage(call, form))) throw refuse('not_found');
      requireOpen(form);
      if (isLimited) requireNotTooMany(form, call.now);
      // No one agrees to what they haven't read.
      if (seen !== undefined && seen !== form.version) throw refuse(formErrors.new_version('form'));
      const check = await answerCheck(database, form, async () => {
        const version = await findVersion(tx, form, form.version);
        if (!version) throw refuse('not_found');
        return version.schema;
      });
      const errors = check(answers);
      if (errors.length > 0) throw refuse('validation_failed', ...errors);
      return await store(tx, call, person, form, answers);
    });
  } catch (error) {
    // Two at once: both found the form open, and the constraint let one of them through.
    if (brokenConstraint(error) === onceConstraint) throw refuse(formErrors.already_submitted('form'));
    throw error;
  }
}

/** What was never published is known to those who manage forms. */
const mayManage = ({ actor }: Call, { organization_id, role }: FormFacts): boolean =>
  mayIn(actor, organization_id, role ?? undefined, 'forms.manage');

function requireOpen(form: FormFacts): void {
  if (form.role === null && form.join_rule === 'invitation')
    throw refuse(organizationErrors.invitation_only('organization_id'));
  if (form.status !== 'published') throw refuse(formErrors.closed('form'));
  if (form.resubmission !== 'once' || form.submitted_version === null) return;
  if (!form.renew_on_new_version || form.submitted_version === form.version)
    throw refuse(formErrors.already_submitted('form'));
}

function requireNotTooMany(form: FormFacts, now: Temporal.Instant): void {
  if (form.hundredth_at && Temporal.Instant.compare(form.hundredth_at, now.subtract({ hours: 24 })) > 0)
    throw refuse(formErrors.too_many_responses('form', { limit: limits.responsesPerDay }));
}

async function store(
  tx: Tx,
  call: Call,
  person: Person,
  form: FormFacts,
  answers: JsonObject,
): Promise<SubmissionAnswerBody> {
  const { userId } = person;
  const { organization_id: organizationId, next_id: id, version } = form;
  if (form.role === null)
    await addMember(tx, call, { organizationId, userId, role: form.join_role as Role, via: 'open' });
  const address = form.consent ? call.address : null;
  const perVersion = form.renew_on_new_version ? version : 0;
  const onceFor = form.resubmission === 'once' ? perVersion : null;
  const given = {
    id,
    organizationId,
    formId: form.id,
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
    after: { form_id: form.id, form_version: version, consent: form.consent },
  });
  const data = {
    submission_id: id,
    form_id: form.id,
    form_version: version,
    user_id: userId,
    title: form.title,
  };
  await record(tx, call.now, formSubmitted(organizationId, data));
  const row = {
    id,
    form_id: form.id,
    form_version: version,
    user_id: userId,
    answers,
    address,
    submitted_at: call.now,
  };
  const message = formTexts.say(call.language, 'answers.submitted');
  return { success: true, message, submission: presentSubmission(row) };
}
