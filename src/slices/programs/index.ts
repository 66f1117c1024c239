import type { Slice } from '#platform/slice.ts';
import { planRoutes } from './routes.ts';
import './messages/index.ts';

/** Programs group shifts; missions are what they are for, and what they require of people. */
export const programs: Slice = {
  name: 'programs',
  tags: {
    Programs: 'Programs group shifts. Missions have requirements that people must meet.',
  },
  routes: planRoutes,
};
export { asksDateOfBirth, findMission, findProgram } from './sql/programs.ts';
export {
  type EarnedFulfilment,
  earnedFulfilmentOf,
  fulfilRequirements,
  holdOwnItems,
  nameRequirementItem,
  unfulfilRequirements,
} from './sql/requirements.ts';
export { keepRequired } from './steps/keep-required.ts';
