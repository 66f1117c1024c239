import { type Static, Type } from 'typebox';
import { kinds } from '#kernel/notification-kinds.ts';
import { Id, LocalizedText, Nullable, PageQuery, StringEnum, Timestamp } from '#platform/http/schema.ts';

const Notification = Type.Object(
  {
    id: Id,
    kind: StringEnum(kinds),
    title: LocalizedText('What it is about'),
    text: Nullable(Type.String({ description: 'What a coordinator wrote.' })),
    href: Type.String({ description: 'A page of the web app.' }),
    organization_name: Type.String(),
    read: Type.Boolean(),
    created_at: Timestamp,
  },
  { title: 'Notification' },
);
export const NotificationPage = Type.Object(
  { items: Type.Array(Notification), next_cursor: Nullable(Type.String()) },
  { title: 'NotificationList' },
);
export const NotificationQuery = Type.Object({ ...PageQuery });

export const Unread = Type.Object(
  { unread: Type.Integer({ description: 'How many are new, up to 100.' }) },
  { title: 'UnreadNotifications' },
);
export const ReadRequest = Type.Object(
  { until: Type.Integer({ ...Id, description: 'The newest notification that you have seen.' }) },
  { title: 'ReadNotificationsRequest' },
);

const base64url = (length: number) =>
  Type.String({ minLength: length, maxLength: length, pattern: '^[A-Za-z0-9_-]+$' });

export const Browsers = Type.Object(
  {
    public_key: Type.String({ description: 'The `applicationServerKey` of this installation.' }),
    items: Type.Array(
      Type.Object(
        {
          id: Id,
          current: Type.Boolean({ description: 'Registered in this session.' }),
          created_at: Timestamp,
        },
        { title: 'PushSubscription' },
      ),
    ),
  },
  { title: 'PushSubscriptions' },
);
/** As `PushSubscription.toJSON()` of a browser has it. */
export const BrowserRequest = Type.Object(
  {
    endpoint: Type.String({ minLength: 10, maxLength: 1_000 }),
    keys: Type.Object({ p256dh: base64url(87), auth: base64url(22) }),
  },
  { title: 'PushSubscriptionRequest' },
);
export type BrowserInput = Static<typeof BrowserRequest>;
export const BrowserAnswer = Type.Object({ id: Id }, { title: 'PushSubscriptionResponse' });
