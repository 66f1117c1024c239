import { Type } from 'typebox';
import { auditActions, auditObjects } from '#kernel/audit.ts';
import {
  Id,
  Nullable,
  Page,
  PageQuery,
  StringEnum,
  Timestamp,
  TimestampInput,
} from '#platform/http/schema.ts';

export const AuditRow = Type.Object(
  {
    id: Id,
    organization_id: Nullable(Id),
    actor_kind: Type.String(),
    actor_id: Nullable(Id),
    actor_name: Nullable(
      Type.String({ description: 'The person’s name. Null for API keys and Muster itself.' }),
    ),
    subject_user_id: Nullable(Id),
    subject_name: Nullable(Type.String()),
    action: StringEnum(auditActions),
    object_type: StringEnum(auditObjects),
    object_id: Nullable(Id),
    before: Type.Unsafe<unknown>({}),
    after: Type.Unsafe<unknown>({}),
    reason: Nullable(Type.String()),
    source: Nullable(Type.String()),
    request_id: Type.String(),
    created_at: Timestamp,
  },
  { title: 'AuditRow' },
);
export const AuditPage = Page('AuditList', AuditRow);

export const AuditQuery = Type.Object({
  ...PageQuery,
  organization_id: Type.Optional(Id),
  actor_id: Type.Optional(
    Type.Integer({ ...Id, description: 'Who did it. A person, unless `actor_kind` says otherwise.' }),
  ),
  actor_kind: Type.Optional(StringEnum(['person', 'api_key', 'system', 'anonymous'] as const)),
  user_id: Type.Optional(Type.Integer({ ...Id, description: 'The person that the change affects.' })),
  object_type: Type.Optional(Type.String({ maxLength: 50 })),
  object_id: Type.Optional(Id),
  action: Type.Optional(Type.String({ maxLength: 100 })),
  from: Type.Optional(TimestampInput),
  to: Type.Optional(TimestampInput),
});
