import type { Slice } from '#platform/slice.ts';
import { departures } from '#slices/organizations/index.ts';
import { askEvents } from './events.ts';
import { readPersonalData } from './reads.ts';
import { askRoutes } from './routes.ts';
import { forgetPerson, withdrawOfMember } from './sql.ts';

/** Coordinators ask people to take a shift. The first to accept get the spots, by the rules of every sign-up. */
export const asks: Slice = {
  name: 'asks',
  tags: { Asks: 'Asking people to take a shift, and their answers.' },
  routes: askRoutes,
  events: askEvents,
  followUps: [departures.with((tx, call, departure) => withdrawOfMember(tx, departure, call.now))],
  personalData: {
    name: 'asks',
    export: (db, userId) => readPersonalData(db, userId),
    erase: (tx, _call, userId) => forgetPerson(tx, userId),
  },
};

export { acceptAsk, declineAsk } from './commands/answer.ts';
export { type AskOutcome, isOpen, outcomeOnShift } from './rules.ts';
export { type AskRow, countAsked, countOpenOf, findAsk, selectAsks } from './sql.ts';
