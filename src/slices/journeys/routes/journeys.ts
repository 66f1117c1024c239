import { type Route, route } from '#platform/http/route.ts';
import { PathId } from '#platform/http/schema.ts';
import type { Platform } from '#platform/slice.ts';
import { changeJourney, moveJourney } from '../commands/change-journey.ts';
import { createJourney } from '../commands/create-journey.ts';
import { readJourney, readJourneys, readSteps } from '../reads/journeys.ts';
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

const read = { tag: 'Journeys', access: 'anyone' } as const;
const manage = { tag: 'Journeys', access: 'authenticated', permission: 'journeys.manage' } as const;

export function journeyRoutes(platform: Platform): Route[] {
  const { db } = platform.database;
  return [
    route({
      ...read,
      method: 'GET',
      path: '/journeys',
      operationId: 'listJourneys',
      summary: 'Journeys',
      query: JourneyQuery,
      response: JourneyPage,
      refuses: ['forbidden', 'not_found', 'organization_required'],
      handle: (call, { query }) => readJourneys(db, call, query),
    }),
    route({
      ...read,
      method: 'GET',
      path: '/journeys/{id}',
      operationId: 'readJourney',
      summary: 'A journey',
      params: PathId,
      response: Journey,
      refuses: ['forbidden', 'not_found'],
      handle: (call, { params }) => readJourney(db, call, params.id),
    }),
    route({
      ...read,
      method: 'GET',
      path: '/journeys/{id}/steps',
      operationId: 'listJourneySteps',
      summary: 'The steps of a journey, in their order',
      params: PathId,
      query: StepsQuery,
      response: JourneyStepList,
      refuses: ['forbidden', 'not_found'],
      handle: (call, { params, query }) => readSteps(db, call, params.id, query.version),
    }),
    route({
      ...manage,
      method: 'POST',
      path: '/journeys',
      operationId: 'createJourney',
      summary: 'Create a journey',
      description: 'Every fault of the steps is listed by its place. A step without a key gets one.',
      body: JourneyCreate,
      response: Journey,
      refuses: ['forbidden', 'organization_required'],
      handle: (call, { body }) => createJourney(platform, call, body),
    }),
    route({
      ...manage,
      method: 'PATCH',
      path: '/journeys/{id}',
      operationId: 'changeJourney',
      summary: 'Change a journey',
      description:
        'Other `steps` or another `sequence` make a new version once it has been published; people on the way stay on theirs.',
      params: PathId,
      body: JourneyChange,
      response: Journey,
      refuses: ['forbidden', 'not_found', 'precondition_failed'],
      handle: (call, { params, body }) => changeJourney(platform, call, params.id, body),
    }),
    ...moveRoutes(platform),
  ];
}

function moveRoutes(platform: Platform): Route[] {
  const summaries = {
    publish: 'Show a journey to everybody and let people begin it',
    archive: 'Archive a journey; people on the way can finish it',
    restore: 'Bring a journey back',
  } as const;
  return (['publish', 'archive', 'restore'] as const).map((move) =>
    route({
      ...manage,
      method: 'POST',
      path: `/journeys/{id}/${move}`,
      operationId: `${move}Journey`,
      summary: summaries[move],
      params: PathId,
      response: JourneyAnswer,
      refuses: ['forbidden', 'not_found', ...(move === 'publish' ? (['conflict'] as const) : [])],
      handle: (call, { params }) => moveJourney(platform, call, params.id, move),
    }),
  );
}
