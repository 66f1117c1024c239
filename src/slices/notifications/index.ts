import { systemCall } from '#kernel/call.ts';
import { handleJob } from '#platform/jobs/index.ts';
import type { Slice } from '#platform/slice.ts';
import { waitingCounts } from '#slices/accounts/index.ts';
import { runJourneyTimers } from '#slices/journeys/index.ts';
import { departures } from '#slices/organizations/index.ts';
import { sendDue } from './commands/send-due.ts';
import { reportShortages, sendReminders, sendStepReminders } from './commands/send-reminders.ts';
import { messageSent } from './events.ts';
import {
  remindOfShifts,
  remindOfSteps,
  reportUnderstaffed,
  sendNotifications,
  sweepNotifications,
} from './jobs.ts';
import { notifyPeople } from './reactions.ts';
import { readBrowsersOf, readPersonalData, readWaiting } from './reads/inbox.ts';
import { readMessagesOf } from './reads/messages.ts';
import { inboxRoutes } from './routes/inbox.ts';
import { linkRoutes } from './routes/links.ts';
import { messageRoutes } from './routes/messages.ts';
import { setupRoutes } from './routes/setup.ts';
import { expiringNotifications, forgetPerson } from './sql/queue.ts';
import { followDeparture } from './steps/follow-departure.ts';

/** Emails people about what concerns them. No slice knows it: it follows the events that the others record. */
export const notifications: Slice = {
  name: 'notifications',
  tags: {
    Notifications: 'What you were notified of, and where.',
    Messages: 'Messages to people and templates for them.',
    'Links in messages': 'Pages behind the links in emails.',
  },
  events: [messageSent],
  routes: (platform) => [
    ...inboxRoutes(platform),
    ...messageRoutes(platform),
    ...linkRoutes(platform),
    ...setupRoutes(platform),
  ],
  reactions: (platform) => [notifyPeople(platform)],
  jobs: (platform) => [
    handleJob(sendNotifications, ({ failures }, context) => sendDue(platform, context, failures)),
    handleJob(sweepNotifications, (_payload, context) => sendDue(platform, context, 0)),
    handleJob(remindOfShifts, async (_payload, { now }) => {
      await sendReminders(platform, systemCall('send-reminders', now));
    }),
    handleJob(remindOfSteps, async (_payload, { now }) => {
      await sendStepReminders(platform, systemCall('remind-of-steps', now));
    }),
    handleJob(reportUnderstaffed, async (_payload, { now }) => {
      await reportShortages(platform, systemCall('report-understaffed', now));
    }),
  ],
  dailyTasks: (platform) => [
    { name: 'reminders', run: (call, organizationIds) => sendReminders(platform, call, { organizationIds }) },
    {
      name: 'journey_timers',
      // Only then is it known which steps are open.
      run: async (call, organizationIds) => {
        await runJourneyTimers(platform, call, { organizationIds, everybody: true });
        await sendStepReminders(platform, call, { organizationIds });
      },
    },
  ],
  cron: [
    { pattern: '* * * * *', job: sweepNotifications },
    { pattern: '*/10 * * * *', job: remindOfShifts },
    { pattern: '9,24,39,54 * * * *', job: remindOfSteps },
    { pattern: '5,20,35,50 * * * *', job: reportUnderstaffed },
  ],
  expiring: [expiringNotifications],
  personalData: [
    {
      name: 'notifications',
      export: (db, userId) => readPersonalData(db, userId),
      forgetAhead: (tx, call, userId) => forgetPerson(tx, userId, call.now),
      erase: async () => {},
    },
    { name: 'push_subscriptions', export: readBrowsersOf, erase: async () => {} },
    // What was sent is in the mailboxes of its readers, and belongs to the organization.
    { name: 'messages', export: readMessagesOf, erase: async () => {} },
  ],
  followUps: [departures.with(followDeparture), waitingCounts.with(readWaiting)],
};

export { sendReminders } from './commands/send-reminders.ts';
