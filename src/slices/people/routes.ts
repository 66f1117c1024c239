import { Type } from 'typebox';
import { type Route, route } from '#platform/http/route.ts';
import { Nullable } from '#platform/http/schema.ts';
import type { Platform } from '#platform/slice.ts';
import { MemberAward } from '#slices/badges/index.ts';
import { MemberSubmission } from '#slices/forms/index.ts';
import { HoursPage } from '#slices/hours/index.ts';
import { Enrollment } from '#slices/journeys/index.ts';
import { Availability, MyRegistrationPage } from '#slices/signups/index.ts';
import { showEmergencyContact } from './commands/show-emergency-contact.ts';
import { readMemberFile } from './reads.ts';
import { about, EmergencyContact, MemberPath } from './schema.ts';

const tag = 'Organizations';

const MemberFile = Type.Object(
  {
    ...about,
    availability: Nullable(Availability),
    registrations: Nullable(MyRegistrationPage),
    hours: Nullable(HoursPage),
    submissions: Nullable(Type.Array(MemberSubmission, { description: 'The newest 20.' })),
    badges: Nullable(Type.Array(MemberAward, { description: 'The newest 100.' })),
    journeys: Nullable(Type.Array(Enrollment, { description: 'The newest 50.' })),
  },
  { title: 'MemberFile' },
);

export function peopleRoutes(platform: Platform): Route[] {
  return [
    route({
      method: 'GET',
      path: '/organizations/{id}/members/{user_id}',
      operationId: 'readMember',
      summary: 'A member with everything that coordinators see',
      description:
        'Contact, availability, upcoming shifts, hours, form responses, badges and journeys. With an API key, parts that need a scope it lacks are null.',
      tag,
      access: 'authenticated',
      permission: 'members.read',
      params: MemberPath,
      response: MemberFile,
      refuses: ['forbidden', 'not_found'],
      handle: (call, { params }) => readMemberFile(platform, call, params.id, params.user_id),
    }),
    route({
      method: 'POST',
      path: '/organizations/{id}/members/{user_id}/emergency-contact',
      operationId: 'showEmergencyContact',
      summary: 'Show a member’s emergency contact',
      description: 'A POST, because each look is kept in the audit log.',
      tag,
      access: 'authenticated',
      permission: 'members.read',
      params: MemberPath,
      response: EmergencyContact,
      refuses: ['forbidden', 'not_found'],
      handle: (call, { params }) => showEmergencyContact(platform, call, params.id, params.user_id),
    }),
  ];
}
