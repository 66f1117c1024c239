import { plural } from '../moments.ts';
import type { Catalogue } from './catalogue.ts';

const locale = 'en-US';
const hours = (count: number) => `${count} ${plural(locale, count, { one: 'hour', other: 'hours' })}`;
const shifts = (count: number) => `${count} ${plural(locale, count, { one: 'shift', other: 'shifts' })}`;
const needs = (count: number) => plural(locale, count, { one: 'needs', other: 'need' });

export const en: Catalogue = {
  locale,
  greeting: (name) => `Hello ${name},`,
  labels: {
    what: 'What',
    when: 'When',
    yourTime: 'On your clock',
    where: 'Where',
    role: 'Role',
    organization: 'With',
    reason: 'Reason',
    answerBy: 'Answer by',
    position: 'Your place on the list',
  },
  actions: {
    cantCome: 'I can’t come',
    openShift: 'See the shift',
    takeSeat: 'Take the seat',
    preferences: 'Notification settings',
    unsubscribe: 'No more messages of this kind',
  },
  footer: (organization) => `You get this because you help at ${organization}.`,
  notices: {
    signup_confirmed: {
      name: 'Confirmed sign-ups',
      subject: ({ title, day }) => `You are signed up: ${title}, ${day}`,
      lead: () => 'You are signed up. Thank you! The shift is attached for your calendar.',
    },
    signup_pending: {
      name: 'Sign-ups that wait for approval',
      subject: ({ title, day }) => `Waiting for approval: ${title}, ${day}`,
      lead: () => 'We have your sign-up. A seat is held for you until a coordinator has looked at it.',
    },
    waitlisted: {
      name: 'Waitlists',
      subject: ({ title, day }) => `You are on the waitlist: ${title}, ${day}`,
      lead: () =>
        'The shift is full at the moment. You are on the waitlist; we write as soon as a seat is free.',
    },
    offered: {
      name: 'Offered seats',
      subject: ({ title, day }) => `A seat is free for you: ${title}, ${day}`,
      lead: () =>
        'A seat has become free and is yours if you want it. After the time below it goes to the next in line.',
    },
    promoted: {
      name: 'Seats from the waitlist',
      subject: ({ title, day }) => `You have a seat: ${title}, ${day}`,
      lead: () => 'A seat has become free and it is yours: you have moved up from the waitlist.',
    },
    approved: {
      name: 'Approvals',
      subject: ({ title, day }) => `Approved: ${title}, ${day}`,
      lead: () => 'Your sign-up is approved. We look forward to seeing you.',
    },
    rejected: {
      name: 'Declined sign-ups',
      subject: ({ title, day }) => `Not this time: ${title}, ${day}`,
      lead: () => 'Your sign-up was not approved this time. Thank you for offering your help.',
    },
    signup_cancelled: {
      name: 'Cancelled registrations',
      subject: ({ title, day }) => `You are no longer signed up: ${title}, ${day}`,
      lead: () => 'Your registration for this shift has ended. You need not come.',
    },
    shift_cancelled: {
      name: 'Cancelled shifts',
      subject: ({ title, day }) => `Cancelled: ${title}, ${day}`,
      lead: () => 'This shift will not take place. You need not come.',
    },
    shift_changed: {
      name: 'Changed shifts',
      subject: ({ title, day }) => `Changed: ${title}, ${day}`,
      lead: () => 'The time or the place of your shift has changed. Below is how it stands now.',
    },
    reminder: {
      name: 'Reminders',
      subject: ({ title, day }) => `Reminder: ${title}, ${day}`,
      lead: (shift) => `Your shift starts in about ${hours(shift.hours)}. See you there!`,
    },
    understaffed: { name: 'Shifts that need people' },
    shift_message: { name: 'Messages from coordinators' },
    badge_awarded: { name: 'Badges' },
    journey_reminder: { name: 'Reminders of journeys' },
    member_removed: { name: 'The end of a membership' },
  },
  ownCancellation: {
    subject: ({ title, day }) => `You’ve cancelled: ${title}, ${day}`,
    lead: () => 'You’ve cancelled this shift and are no longer signed up. Thank you for letting us know.',
  },
  reasons: {
    offerExpired: 'The offer was not taken in time, so the seat went to the next in line.',
    tookAnotherSeat: 'You have taken a seat on another shift at the same time.',
  },
  digest: {
    subject: (count) => `${shifts(count)} ${needs(count)} people tomorrow`,
    lead: (count, organization) =>
      `Tomorrow ${shifts(count)} at ${organization} still ${needs(count)} people:`,
    free: (free, capacity) =>
      `${free} of ${capacity} ${plural(locale, capacity, { one: 'seat', other: 'seats' })} free`,
  },
  message: { lead: (sender) => `${sender} writes to everybody on your shift:` },
  honour: {
    subject: (badge) => `You have earned a badge: ${badge}`,
    renewed: (badge) => `Your badge is renewed: ${badge}`,
    lead: (badge, organization) =>
      `${organization} thanks you with the badge “${badge}”. It is yours to keep and to show to others.`,
    action: 'See my badges',
  },
  invitation: {
    subject: (organization) => `${organization} invites you`,
    greeting: 'Hello,',
    lead: (organization) => `${organization} would like you to join on Muster.`,
    once: (days) =>
      `The link works once, for ${days} ${plural(locale, days, { one: 'day', other: 'days' })}.`,
    accept: 'Accept the invitation',
    footer: 'If you do not know what this is about, ignore this message.',
  },
  joinRequest: {
    subject: (name, organization) => `${name} would like to join ${organization}`,
    lead: (name, organization) => `${name} has asked to join ${organization}.`,
    remedy: 'Approve or decline the request. We’ll email them your answer.',
    email: 'Email',
    message: 'Message',
    action: 'Review the request',
    footer: (organization) => `You get this because you are an admin of ${organization}.`,
  },
  joinAnswer: {
    approved: {
      subject: (organization) => `You are now a member of ${organization}`,
      lead: (organization) => `Welcome to ${organization}! You can sign up for shifts now.`,
      action: 'Find a shift',
    },
    declined: {
      subject: (organization) => `Your request to join ${organization}`,
      lead: (organization) => `${organization} has declined your request to join.`,
      action: 'See other shifts',
    },
    footer: (organization) => `You get this because you asked to join ${organization}.`,
  },
  testMail: {
    subject: 'Test email from Muster',
    lead: (organization) => `Email works. ${organization} can now reach its volunteers.`,
    footer: 'You get this because you sent yourself a test email.',
  },
  passwordReset: {
    subject: 'Reset your password',
    greeting: (name) => `Hello ${name},`,
    lead: 'Somebody, probably you, asked to reset your Muster password.',
    once: ({ minutes }) => `The link works once, for ${minutes} minutes.`,
    action: 'Choose a new password',
    footer: 'If it was not you, ignore this message: nothing has changed.',
  },
  verification: {
    subject: 'Please confirm your e-mail address',
    greeting: (name) => `Welcome to Muster, ${name}!`,
    lead: 'Please confirm that this is your e-mail address.',
    once: (life) => `The link works for ${hours(life.hours)}.`,
    action: 'Confirm my address',
    footer: 'If you did not sign up, ignore this message.',
  },
  stepReminder: {
    subject: (step) => `Not done yet: ${step}`,
    lead: (step, journey) => `“${step}” is your next step of “${journey}”. There is still time.`,
    due: 'Until',
    action: 'Go on',
  },
  webhookDeactivated: {
    subject: (endpoint) => `Webhook deactivated: ${endpoint}`,
    gone: 'The receiver of this webhook answered that it no longer exists (410). We have stopped sending to it.',
    failing: 'This webhook has not taken a single delivery for five days. We have stopped sending to it.',
    remedy:
      'Once the receiver works again, activate the endpoint and recover what it has missed; events are kept for 90 days.',
    address: 'Address',
    open: 'See the endpoint',
  },
  removal: {
    subject: (organization) => `You are no longer a member of ${organization}`,
    lead: (organization) =>
      `An admin has removed you from ${organization}. You won’t get any more messages about its shifts.`,
    shifts: (count) =>
      plural(locale, count, {
        one: 'Your registration for this shift is cancelled:',
        other: `Your registrations for these ${count} shifts are cancelled:`,
      }),
    journeys: (names) => `You are withdrawn from: ${names}.`,
    footer: (organization) => `You get this because you were a member of ${organization}.`,
  },
  accessSuspended: {
    subject: (organization) => `Review access to ${organization}`,
    lead: (name, organization) =>
      name === null
        ? `A former admin of ${organization} has deleted their account. What they created to let others in has stopped working.`
        : `${name} can no longer manage access to ${organization}. What they created to let others in has stopped working.`,
    remedy:
      'Take over what you still need within 30 days. An API key gets a new secret, and an invitation gets a new link. The rest ends.',
    apiKey: 'API key',
    invitation: 'Invitation',
    link: 'Link for anyone',
    action: 'Review access',
  },
  cantComePage: {
    title: 'You can’t come?',
    question: (name) => `${name}, shall we give your place to somebody else?`,
    button: 'Yes, I can’t come',
    doneTitle: 'Thank you for telling us',
    done: 'You are no longer signed up. Your place goes to the next in line.',
    goneTitle: 'You are not signed up',
    gone: 'You are not signed up for this shift any more, so there is nothing to do. This link works once.',
    refusedTitle: 'Please call your coordinator',
    refused: 'This shift can no longer be cancelled by this link.',
  },
  unsubscribePage: {
    title: 'Fewer messages',
    question: (kind, address) => `Shall we stop sending “${kind}” to ${address}?`,
    button: 'Stop these messages',
    allButton: 'Stop all messages',
    doneTitle: 'Done',
    done: (kind) => `We no longer send you “${kind}”. You can turn it on again in your settings.`,
    doneAll: 'We no longer send you messages about shifts. You can turn them on again in your settings.',
  },
};
