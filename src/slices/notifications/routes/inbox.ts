import { type Route, routesFor } from '#platform/http/route.ts';
import type { Platform } from '#platform/slice.ts';
import { personOf, Waiting } from '#slices/accounts/index.ts';
import { addBrowser, markRead, removeBrowser } from '../commands/manage-browsers.ts';
import { readBrowsers, readNotifications, readWaiting } from '../reads/inbox.ts';
import {
  BrowserAnswer,
  BrowserRequest,
  Browsers,
  NotificationPage,
  NotificationQuery,
  ReadRequest,
  Unread,
} from '../schema/inbox.ts';

const mine = routesFor({ tag: 'Notifications', access: 'authenticated', refuses: ['forbidden'] });

export function inboxRoutes(platform: Platform): Route[] {
  const { db } = platform.database;
  return [
    mine.get('/me/notifications', 'listNotifications', 'List my notifications', {
      description:
        'Of the last 90 days, the newest first. Kinds that you have turned off for the app are left out.',
      query: NotificationQuery,
      response: NotificationPage,
      handle: (call, { query }) => readNotifications(db, personOf(call), query),
    }),
    mine.get('/me/waiting', 'countWaiting', 'Count what is waiting for me', {
      description:
        'Notifications since you last marked them as read, shifts that you’re asked to take, swaps that concern you, and reported hours that you can decide on.',
      response: Waiting,
      handle: (call) => readWaiting(db, personOf(call).userId, call.now),
    }),
    mine.post('/me/notifications/read', 'readNotifications', 'Mark notifications as read', {
      description: 'All of them up to the one you name.',
      body: ReadRequest,
      response: Unread,
      handle: (call, { body }) => markRead(platform, call, personOf(call), body.until),
    }),
    mine.get('/me/push-subscriptions', 'listPushSubscriptions', 'List browsers that show notifications', {
      description: 'With the key that a browser needs to register.',
      response: Browsers,
      handle: (call) => readBrowsers(platform, personOf(call)),
    }),
    mine.post('/me/push-subscriptions', 'addPushSubscription', 'Show notifications in a browser', {
      description:
        'Takes what `PushManager.subscribe()` returns. Up to ten browsers, one for each session: registering again in the same session replaces what was registered before. It ends with the session.',
      body: BrowserRequest,
      response: BrowserAnswer,
      handle: (call, { body }) => addBrowser(platform, call, personOf(call), body),
    }),
    mine.delete('/me/push-subscriptions/{id}', 'removePushSubscription', 'Stop notifications in a browser', {
      description: 'Nothing more is sent to that browser. Emails are not affected.',
      refuses: ['not_found'],
      handle: (call, { params }) => removeBrowser(platform, call, personOf(call), params.id),
    }),
  ];
}
