import { type Static, Type } from 'typebox';
import { Id, Nullable, Page, PageQuery, StringEnum, Timestamp } from '#platform/http/schema.ts';
import { RoleName } from './organizations.ts';

const JoinRequestStatus = StringEnum(['open', 'approved', 'declined', 'withdrawn'] as const);

export const JoinRequest = Type.Object(
  {
    id: Id,
    organization_id: Id,
    organization_name: Type.String(),
    user_id: Id,
    user_name: Type.String(),
    user_email: Nullable(Type.String()),
    message: Type.String(),
    status: JoinRequestStatus,
    reason: Nullable(Type.String()),
    created_at: Timestamp,
    decided_at: Nullable(Timestamp),
  },
  { title: 'JoinRequest' },
);
export type JoinRequestBody = Static<typeof JoinRequest>;
export const JoinRequestCreate = Type.Object(
  { message: Type.Optional(Type.String({ maxLength: 1_000, description: 'A message to the admins.' })) },
  { title: 'JoinRequestCreate' },
);
export const JoinRequestApproval = Type.Object(
  { role: Type.Optional(RoleName) },
  { title: 'JoinRequestApproval' },
);
export const JoinRequestPage = Page('JoinRequestList', JoinRequest);
export const JoinRequestQuery = Type.Object({ ...PageQuery, status: Type.Optional(JoinRequestStatus) });
