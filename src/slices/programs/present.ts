import { formatInstant } from '#kernel/time.ts';
import type { PolicyValues } from '#slices/organizations/index.ts';
import type { MissionBody, ProgramBody, RequirementValues } from './schema.ts';
import type { MissionRow, ProgramRow } from './sql/programs.ts';

function presentPlan<
  Row extends {
    archived_at: Temporal.Instant | null;
    created_at: Temporal.Instant;
    updated_at: Temporal.Instant;
  },
>(row: Row) {
  const { archived_at, created_at, updated_at, ...rest } = row;
  return {
    ...rest,
    archived: archived_at !== null,
    created_at: formatInstant(created_at),
    updated_at: formatInstant(updated_at),
  };
}

export function presentMission(row: MissionRow): MissionBody {
  return { ...presentPlan(row), requirements: row.requirements as RequirementValues };
}

export function presentProgram(row: ProgramRow): ProgramBody {
  return { ...presentPlan(row), policies: row.policies as PolicyValues };
}
