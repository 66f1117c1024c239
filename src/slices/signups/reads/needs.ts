import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import type { Database } from '#platform/db/index.ts';
import { findOrganization, type ProfileField, profileFields } from '#slices/organizations/index.ts';
import { findProgram } from '#slices/programs/index.ts';
import { actorFacts, fulfilledBy, requirementsOf } from '../facts/assemble.ts';
import { loadShiftFacts } from '../facts/load.ts';
import type { Named } from '../rules/facts.ts';

/** What a shift asks of people, by name, which of it the caller has, and whose shift it is. */
export async function readNeeds(db: Database['db'], call: Call, shiftId: number) {
  const caller = call.actor.kind === 'person' ? call.actor.userId : undefined;
  const row = await loadShiftFacts(db, shiftId, caller === undefined ? [] : [caller]);
  if (!row) throw refuse('not_found');
  if (row.status === 'draft' && !actorFacts(call, row, caller ?? 0).isCoordinator) throw refuse('not_found');
  const person = caller === undefined ? undefined : row.person(caller);
  const has = person && fulfilledBy(row, person);
  const needs = requirementsOf(row);
  const stateOf = (items: readonly Named[], held: readonly number[] | undefined) =>
    items.map(({ id, name }) => ({ id, name, done: held?.includes(id) ?? null }));
  const isKnown = (field: string): field is ProfileField =>
    (profileFields as readonly string[]).includes(field);
  const organization = await findOrganization(db, row.organization_id);
  const program = await findProgram(db, row.program_id);
  return {
    organization: {
      id: row.organization_id,
      name: organization?.name ?? '',
      join_rule: row.join_rule as 'invitation' | 'open',
    },
    program: { id: row.program_id, name: program?.name ?? '' },
    minimum_age: needs.minimumAge,
    profile_fields: needs.profileFields.filter(isKnown).map((field) => ({
      field,
      done: person?.profile.includes(field) ?? null,
    })),
    forms: stateOf(needs.forms, has?.forms),
    badges: stateOf(needs.badges, has?.badges),
    journeys: stateOf(needs.journeys, has?.journeys),
  };
}
