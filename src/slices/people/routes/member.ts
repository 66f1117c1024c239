import { Type } from 'typebox';
import { type Route, routesFor } from '#platform/http/route.ts';
import { Nullable } from '#platform/http/schema.ts';
import type { Platform } from '#platform/slice.ts';
import { MemberAward } from '#slices/badges/index.ts';
import { MemberSubmission } from '#slices/forms/index.ts';
import { HoursPage } from '#slices/hours/index.ts';
import { Enrollment } from '#slices/journeys/index.ts';
import { Availability, MyRegistrationPage } from '#slices/signups/index.ts';
import { showEmergencyContact } from '../commands/show-emergency-contact.ts';
import { readMemberFile } from '../reads/member.ts';
import { about, EmergencyContact } from '../schema/member.ts';
import { Note, Tag } from '../schema/tags.ts';

const members = routesFor({ tag: 'Organizations', access: 'authenticated', permission: 'members.read' });

const MemberFile = Type.Object(
  {
    ...about,
    tags: Type.Array(Tag),
    notes: Nullable(Type.Array(Note, { description: 'The newest 20.' })),
    availability: Nullable(Availability),
    registrations: Nullable(MyRegistrationPage),
    hours: Nullable(HoursPage),
    submissions: Nullable(Type.Array(MemberSubmission, { description: 'The newest 20.' })),
    badges: Nullable(Type.Array(MemberAward, { description: 'The newest 100.' })),
    journeys: Nullable(Type.Array(Enrollment, { description: 'The newest 50.' })),
  },
  { title: 'MemberFile' },
);

export function memberRoutes(platform: Platform): Route[] {
  return [
    members.read('/organizations/{id}/members/{user_id}', 'readMember', 'Get a member', {
      description:
        'Contact, availability, upcoming shifts, hours, form responses, badges and journeys. With an API key, parts outside its scopes are null.',
      response: MemberFile,
      handle: (call, { params }) => readMemberFile(platform, call, params.id, params.user_id),
    }),
    members.act(
      '/organizations/{id}/members/{user_id}/emergency-contact',
      'showEmergencyContact',
      'Show a member’s emergency contact',
      {
        description: 'A POST because the audit log records who looked.',
        response: EmergencyContact,
        handle: (call, { params }) => showEmergencyContact(platform, call, params.id, params.user_id),
      },
    ),
  ];
}
