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
    anyone.list('/journeys', 'listJourneys', 'List journeys', {
      description:
        'Published journeys; coordinators can also ask for drafts and archived journeys of their organization.',
      query: JourneyQuery,
      response: JourneyPage,
      handle: (call, { query }) => readJourneys(db, call, query),
    }),
    anyone.read('/journeys/{id}', 'readJourney', 'Get a journey', {
      description: 'With its steps.',
      response: Journey,
      handle: (call, { params }) => managedJourneys.read(platform, call, params.id),
    }),
    anyone.read('/journeys/{id}/steps', 'listJourneySteps', 'List the steps of a journey', {
      description: 'In order.',
      query: StepsQuery,
      response: JourneyStepList,
      handle: (call, { params, query }) => readSteps(db, call, params.id, query.version),
    }),
    manage.create('/journeys', 'createJourney', 'Create a journey', {
      description: 'If steps are invalid, `errors` lists each problem. A step without a key gets one.',
      body: JourneyCreate,
      response: Journey,
      handle: (call, { body }) => createJourney(platform, call, body),
    }),
    manage.change('/journeys/{id}', 'changeJourney', 'Change a journey', {
      description:
        'Once a journey is published, new `steps` or a new `sequence` create a new version. People who have started keep theirs.',
      body: JourneyChange,
      response: Journey,
      handle: (call, { params, body }) => changeJourney(platform, call, params.id, body),
    }),
    ...manage.moves(
      '/journeys',
      'Journey',
      {
        publish: ['Publish a journey', 'Everyone can see it and start it.'],
        archive: [
          'Archive a journey',
          'People who have started can finish it. Refused while a mission requires it or a badge counts it.',
        ],
        restore: [
          'Restore a journey',
          'It gets the status back that it had before it was archived. Refused if it was published and what its steps ask for is archived.',
        ],
      },
      {
        response: JourneyAnswer,
        refuses: { publish: ['conflict'], archive: ['conflict'], restore: ['conflict'] },
        handle: (call, id, move) => managedJourneys.move(platform, call, id, move),
      },
    ),
  ];
}
