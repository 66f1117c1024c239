import type { Slice } from '#platform/slice.ts';
import { planRoutes } from './routes.ts';
import './messages/index.ts';

/** Programs group shifts; missions are what they are for, and what they require of people. */
export const programs: Slice = {
  name: 'programs',
  tags: {
    Programs: 'What an organization does (programs) and what for (missions, with their requirements).',
  },
  routes: planRoutes,
};
export { asksDateOfBirth, findMission, findProgram } from './sql/programs.ts';
export {
  type EarnedFulfilment,
  earnedFulfilmentOf,
  fulfilRequirements,
  nameRequirementItem,
  selectOwnItems,
  unfulfilRequirements,
} from './sql/requirements.ts';
