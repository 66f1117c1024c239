import { type Fault, refuse } from '#kernel/refusal.ts';
import type { Tx } from '#platform/db/index.ts';
import { findBadge } from '#slices/badges/index.ts';
import { findForm } from '#slices/forms/index.ts';
import { findMission, findProgram } from '#slices/programs/index.ts';
import { type StepInput, stepFaults, toPlans } from '../rules/check-steps.ts';
import type { StepPlan } from '../rules/steps.ts';

type Found =
  | {
      readonly organization_id: number;
      readonly status?: string;
      readonly archived_at?: Temporal.Instant | null;
    }
  | undefined;

/** The plan that was asked for, or a refusal with every fault: of the list itself, and of what its steps point to. */
export async function checkPlan(
  tx: Tx,
  organizationId: number,
  steps: readonly StepInput[],
): Promise<StepPlan[]> {
  refuseFaults(stepFaults(steps));
  const plans = toPlans(steps);
  const faults = await Promise.all(
    plans.flatMap((plan, index) =>
      pointersOf(plan).map((pointer) =>
        pointerFault(tx, organizationId, pointer, `steps.${index}.config.${pointer.field}`),
      ),
    ),
  );
  refuseFaults(faults.flat());
  return plans;
}

/** The badge at the end must be there, and must not be asked for on the way to it. */
export async function checkPrize(
  tx: Tx,
  organizationId: number,
  badgeId: number | null,
  plans: readonly StepPlan[],
): Promise<void> {
  if (badgeId === null) return;
  const faults = await pointerFault(tx, organizationId, badgeAt('badge_id', badgeId), 'badge_id');
  const asking = plans.findIndex(({ kind, config }) => kind === 'badge' && config.badge_id === badgeId);
  if (asking >= 0)
    faults.push({
      path: `steps.${asking}.config.badge_id`,
      code: 'circular',
      message: 'is the badge that this journey awards at its end, so nobody could get there',
    });
  refuseFaults(faults);
}

function refuseFaults(faults: readonly Fault[]): void {
  const [first] = faults;
  if (first) throw refuse('validation_failed', `${first.path}: ${first.message}`, faults);
}

/** Something of the organization that a step names. */
interface Pointer {
  readonly field: string;
  readonly noun: string;
  find(tx: Tx): Promise<Found>;
}

const badgeAt = (field: string, id: number): Pointer => ({
  field,
  noun: 'badge',
  find: (tx) => findBadge(tx, id),
});

function pointersOf({ kind, config }: StepPlan): Pointer[] {
  if (kind === 'form')
    return [{ field: 'form_id', noun: 'form', find: (tx) => findForm(tx, config.form_id) }];
  if (kind === 'badge') return [badgeAt('badge_id', config.badge_id)];
  if (kind !== 'attend_shifts' && kind !== 'hours') return [];
  const { program_id: programId, mission_id: missionId } = config;
  return [
    ...(programId === undefined
      ? []
      : [{ field: 'program_id', noun: 'program', find: (tx: Tx) => findProgram(tx, programId) }]),
    ...(missionId === undefined
      ? []
      : [{ field: 'mission_id', noun: 'mission', find: (tx: Tx) => findMission(tx, missionId) }]),
  ];
}

async function pointerFault(
  tx: Tx,
  organizationId: number,
  { noun, find }: Pointer,
  path: string,
): Promise<Fault[]> {
  const found = await find(tx);
  if (found?.organization_id !== organizationId)
    return [{ path, code: 'not_found', message: `is no ${noun} of this organization` }];
  if (found.status === 'archived' || found.archived_at)
    return [{ path, code: 'archived', message: `is a ${noun} that is archived: bring it back first` }];
  return [];
}
