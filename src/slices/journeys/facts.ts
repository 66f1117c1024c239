import { refuse } from '#kernel/refusal.ts';
import type { Reader } from '#platform/db/index.ts';
import { filledProfileFields } from '#slices/accounts/index.ts';
import { attendedBy } from '#slices/attendance/index.ts';
import { heldBadges } from '#slices/badges/index.ts';
import { submissionTimes } from '#slices/forms/index.ts';
import { approvedReportsOf } from '#slices/hours/index.ts';
import { type Attendance, nothingKnown, type PersonFacts } from './rules/fulfilment.ts';
import type { Situation } from './rules/progress.ts';
import type { Step } from './rules/steps.ts';
import {
  type CompletionRow,
  type EnrollmentRow,
  findEnrollment,
  selectCompletions,
} from './sql/enrollments.ts';
import { selectSteps, type VersionName } from './sql/journeys.ts';

/** An enrollment with everything that the rules have to know about it. */
export interface EnrollmentFacts {
  readonly row: EnrollmentRow;
  readonly situation: Situation;
  readonly noted: ReadonlyMap<string, CompletionRow>;
}

const nameOf = ({ journey_id, version }: VersionName): string => `${journey_id}.${version}`;
const distinct = (numbers: readonly number[]): number[] => [...new Set(numbers)];

/** A fixed number of statements, however many enrollments; only what an undone step asks for is looked up. */
export async function loadEnrollments(
  db: Reader,
  rows: readonly EnrollmentRow[],
  now: Temporal.Instant,
): Promise<EnrollmentFacts[]> {
  if (rows.length === 0) return [];
  const versions = [...new Map(rows.map((row) => [nameOf(row), row])).values()];
  const [completions, stepRows] = await Promise.all([selectCompletions(db, rows), selectSteps(db, versions)]);
  const noted = Map.groupBy(completions, (one) => one.enrollment_id);
  const steps = Map.groupBy(stepRows, nameOf);
  const known = rows.map((row) => ({
    row,
    steps: steps.get(nameOf(row)) ?? [],
    noted: new Map((noted.get(row.id) ?? []).map((one) => [one.step_key, one])),
  }));
  const facts = await gatherFacts(db, known, now);
  return known.map((one) => ({
    row: one.row,
    noted: one.noted,
    situation: {
      now,
      enrolledAt: one.row.enrolled_at,
      sequence: one.steps[0]?.sequence ?? 'in_order',
      steps: one.steps,
      done: new Map([...one.noted].map(([key, { status, completed_at: at }]) => [key, { status, at }])),
      reminded: one.row.reminded,
      person: facts(one.row),
      requiredProfileFields: one.row.required_profile_fields,
    },
  }));
}

export async function loadOneEnrollment(
  db: Reader,
  id: number,
  now: Temporal.Instant,
): Promise<EnrollmentFacts> {
  const row = await findEnrollment(db, id);
  const [enrollment] = row ? await loadEnrollments(db, [row], now) : [];
  if (!enrollment) throw refuse('not_found');
  return enrollment;
}

interface Known {
  readonly row: EnrollmentRow;
  readonly steps: readonly Step[];
  readonly noted: ReadonlyMap<string, unknown>;
}

type FactsOf = (row: EnrollmentRow) => PersonFacts;

async function gatherFacts(db: Reader, known: readonly Known[], now: Temporal.Instant): Promise<FactsOf> {
  const undone = known
    .filter(({ row }) => row.status === 'active')
    .flatMap(({ row, steps, noted }) =>
      steps.filter(({ key }) => !noted.has(key)).map((step) => ({ row, step })),
    );
  if (undone.length === 0) return () => nothingKnown;
  const askedBy = (...kinds: readonly Step['kind'][]) =>
    undone.filter(({ step }) => kinds.includes(step.kind));
  const peopleOf = (asking: readonly { row: EnrollmentRow }[]) =>
    distinct(asking.map(({ row }) => row.user_id));
  const [forForms, forBadges, forProfiles] = [askedBy('form'), askedBy('badge'), askedBy('profile')];
  const formIds = forForms.flatMap(({ step }) => (step.kind === 'form' ? step.config.form_id : []));
  const badgeIds = forBadges.flatMap(({ step }) => (step.kind === 'badge' ? step.config.badge_id : []));
  const visitors = (...kinds: readonly Step['kind'][]) =>
    askedBy(...kinds).map(({ row }) => ({ organizationId: row.organization_id, userId: row.user_id }));
  const organizationIds = distinct(undone.map(({ row }) => row.organization_id));
  const [submissions, awards, profiles, visits, reports] = await Promise.all([
    submissionTimes(db, organizationIds, peopleOf(forForms), distinct(formIds)),
    heldBadges(db, organizationIds, peopleOf(forBadges), distinct(badgeIds), now),
    filledProfileFields(db, peopleOf(forProfiles)),
    attendedBy(db, visitors('attend_shifts', 'hours')),
    approvedReportsOf(db, visitors('hours')),
  ]);
  const formsOf = Map.groupBy(submissions, (one) => one.user_id);
  const badgesOf = Map.groupBy(awards, (one) => one.user_id);
  const placeOf = (one: Pick<EnrollmentRow, 'organization_id' | 'user_id'>) =>
    `${one.organization_id}.${one.user_id}`;
  const visitsOf = Map.groupBy(visits, placeOf);
  const reportsOf = Map.groupBy(reports, placeOf);
  return ({ user_id, organization_id }) => ({
    reports: (reportsOf.get(placeOf({ user_id, organization_id })) ?? []).map((one) => ({
      programId: one.program_id,
      missionId: one.mission_id,
      dayEndsAt: one.day_ends_at,
      approvedAt: one.approved_at,
      minutes: one.minutes,
    })),
    forms: new Map(formsOf.get(user_id)?.map((one) => [one.form_id, one.submitted_at])),
    badges: new Map(badgesOf.get(user_id)?.map((one) => [one.badge_id, one.awarded_at])),
    profileFields: new Set(profiles.get(user_id)),
    attendances: (visitsOf.get(placeOf({ user_id, organization_id })) ?? []).map(
      (one): Attendance => ({
        programId: one.program_id,
        missionId: one.mission_id,
        checkedInAt: one.checked_in_at,
        checkedOutAt: one.checked_out_at,
        minutes: one.minutes,
      }),
    ),
  });
}
