import { formatInstant } from '#kernel/time.ts';
import type { PolicyValues } from '#slices/organizations/index.ts';
import type { MissionBody, ProgramBody, RequirementValues } from './schema.ts';
import type { PlanKind, PlanRows } from './sql/programs.ts';

export interface PlanBodies {
  readonly missions: MissionBody;
  readonly programs: ProgramBody;
}

export const present: { readonly [Kind in PlanKind]: (row: PlanRows[Kind]) => PlanBodies[Kind] } = {
  missions: (row) => ({ ...shared(row), requirements: row.requirements as RequirementValues }),
  programs: (row) => ({ ...shared(row), policies: row.policies as PolicyValues }),
};

function shared<Row extends PlanRows[PlanKind]>({ archived_at, created_at, updated_at, ...rest }: Row) {
  return {
    ...rest,
    archived: archived_at !== null,
    created_at: formatInstant(created_at),
    updated_at: formatInstant(updated_at),
  };
}
