import { type FieldError, refuse } from '#kernel/refusal.ts';
import type { Tx } from '#platform/db/index.ts';
import { programErrors } from '../errors.ts';
import {
  holdAlone,
  type Item,
  type ItemKind,
  selectBadgesRequiring,
  selectJourneysRequiring,
  selectMissionsRequiring,
} from '../sql/requirements.ts';

type Asking = readonly [
  select: (tx: Tx, organizationId: number, item: Item) => Promise<string[]>,
  refusal: (names: string[]) => FieldError,
];

const path = 'status';
const askingFor: Readonly<Record<ItemKind, readonly Asking[]>> = {
  form: [
    [selectMissionsRequiring, (missions) => programErrors.required_form(path, { missions })],
    [selectJourneysRequiring, (journeys) => programErrors.form_in_journey(path, { journeys })],
  ],
  badge: [
    [selectMissionsRequiring, (missions) => programErrors.required_badge(path, { missions })],
    [selectJourneysRequiring, (journeys) => programErrors.badge_in_journey(path, { journeys })],
  ],
  journey: [
    [selectMissionsRequiring, (missions) => programErrors.required_journey(path, { missions })],
    [selectBadgesRequiring, (badges) => programErrors.journey_for_badge(path, { badges })],
  ],
  mission: [[selectJourneysRequiring, (journeys) => programErrors.mission_in_journey(path, { journeys })]],
  program: [
    [selectJourneysRequiring, (journeys) => programErrors.program_in_journey(path, { journeys })],
    [selectBadgesRequiring, (badges) => programErrors.program_for_badge(path, { badges })],
  ],
};

/**
 * What a mission, a step of a journey or a badge asks for stays open to people. Archived, it would lock out everyone who
 * doesn't have it yet, and the error at sign-up or the step would lead to a page that is not there.
 */
export async function keepRequired(tx: Tx, organizationId: number, item: Item): Promise<void> {
  await holdAlone(tx, organizationId, item);
  for (const [select, refusal] of askingFor[item.kind]) {
    const names = await select(tx, organizationId, item);
    if (names.length > 0) throw refuse(refusal(names));
  }
}
