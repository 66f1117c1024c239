import { type Route, routesFor } from '#platform/http/route.ts';
import type { Platform } from '#platform/slice.ts';
import { changeJourney, createJourney } from '../commands/manage-journeys.ts';
import { managedJourneys } from '../managed.ts';
import { readJourneys, readSteps } from '../reads/journeys.ts';
import {
  Journey,
  JourneyAnswer,
  JourneyChange,
  JourneyCreate,
  JourneyPage,
  JourneyQuery,
  JourneyStepList,
  StepsQuery,
} from '../schema.ts';

const anyone = routesFor({ tag: 'Journeys', access: 'anyone' });
const manage = routesFor({ tag: 'Journeys', access: 'authenticated', permission: 'journeys.manage' });

export function journeyRoutes(platform: Platform): Route[] {
  const { db } = platform.database;
  return [
    anyone.list('/journeys', 'listJourneys', 'Journeys', {
      query: JourneyQuery,
      response: JourneyPage,
      handle: (call, { query }) => readJourneys(db, call, query),
    }),
    anyone.read('/journeys/{id}', 'readJourney', 'A journey', {
      response: Journey,
      handle: (call, { params }) => managedJourneys.read(platform, call, params.id),
    }),
    anyone.read('/journeys/{id}/steps', 'listJourneySteps', 'The steps of a journey, in their order', {
      query: StepsQuery,
      response: JourneyStepList,
      handle: (call, { params, query }) => readSteps(db, call, params.id, query.version),
    }),
    manage.create('/journeys', 'createJourney', 'Create a journey', {
      description: 'Every fault of the steps is listed by its place. A step without a key gets one.',
      body: JourneyCreate,
      response: Journey,
      handle: (call, { body }) => createJourney(platform, call, body),
    }),
    manage.change('/journeys/{id}', 'changeJourney', 'Change a journey', {
      description:
        'Other `steps` or another `sequence` make a new version once it has been published; people on the way stay on theirs.',
      body: JourneyChange,
      response: Journey,
      handle: (call, { params, body }) => changeJourney(platform, call, params.id, body),
    }),
    ...manage.moves(
      '/journeys',
      'Journey',
      {
        publish: 'Show a journey to everybody and let people begin it',
        archive: 'Archive a journey; people on the way can finish it',
        restore: 'Bring a journey back',
      },
      {
        response: JourneyAnswer,
        refuses: { publish: ['conflict'] },
        handle: (call, id, move) => managedJourneys.move(platform, call, id, move),
      },
    ),
  ];
}
