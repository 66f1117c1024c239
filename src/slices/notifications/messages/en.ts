import { plural } from '#kernel/language.ts';

const hours = (count: number) => `${count} ${plural('en', count, { one: 'hour', other: 'hours' })}`;
const shifts = (count: number) => `${count} ${plural('en', count, { one: 'shift', other: 'shifts' })}`;
const needs = (count: number) => plural('en', count, { one: 'needs', other: 'need' });

/** A shift as subjects and sentences name it. */
export interface ShiftWords {
  readonly title: string;
  /** Day and hour, short. */
  readonly day: string;
  /** Whole hours until it starts, at least one. */
  readonly hours: number;
}

export const en = {
  labels: {
    what: 'What',
    when: 'When',
    /** The same time on the reader's own clock. */
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
  footer: (organization: string) => `You get this because you help at ${organization}.`,
  notices: {
    signup_confirmed: {
      name: 'Confirmed sign-ups',
      subject: ({ title, day }: ShiftWords) => `You are signed up: ${title}, ${day}`,
      lead: () => 'You are signed up. Thank you! The shift is attached for your calendar.',
    },
    signup_pending: {
      name: 'Sign-ups that wait for approval',
      subject: ({ title, day }: ShiftWords) => `Waiting for approval: ${title}, ${day}`,
      lead: () => 'We have your sign-up. A seat is held for you until a coordinator has looked at it.',
    },
    waitlisted: {
      name: 'Waitlists',
      subject: ({ title, day }: ShiftWords) => `You are on the waitlist: ${title}, ${day}`,
      lead: () =>
        'The shift is full at the moment. You are on the waitlist; we write as soon as a seat is free.',
    },
    offered: {
      name: 'Offered seats',
      subject: ({ title, day }: ShiftWords) => `A seat is free for you: ${title}, ${day}`,
      lead: () =>
        'A seat has become free and is yours if you want it. After the time below it goes to the next in line.',
    },
    promoted: {
      name: 'Seats from the waitlist',
      subject: ({ title, day }: ShiftWords) => `You have a seat: ${title}, ${day}`,
      lead: () => 'A seat has become free and it is yours: you have moved up from the waitlist.',
    },
    approved: {
      name: 'Approvals',
      subject: ({ title, day }: ShiftWords) => `Approved: ${title}, ${day}`,
      lead: () => 'Your sign-up is approved. We look forward to seeing you.',
    },
    rejected: {
      name: 'Declined sign-ups',
      subject: ({ title, day }: ShiftWords) => `Not this time: ${title}, ${day}`,
      lead: () => 'Your sign-up was not approved this time. Thank you for offering your help.',
    },
    signup_cancelled: {
      name: 'Cancelled registrations',
      subject: ({ title, day }: ShiftWords) => `You are no longer signed up: ${title}, ${day}`,
      lead: () => 'Your registration for this shift has ended. You need not come.',
    },
    shift_cancelled: {
      name: 'Cancelled shifts',
      subject: ({ title, day }: ShiftWords) => `Cancelled: ${title}, ${day}`,
      lead: () => 'This shift will not take place. You need not come.',
    },
    shift_changed: {
      name: 'Changed shifts',
      subject: ({ title, day }: ShiftWords) => `Changed: ${title}, ${day}`,
      lead: () => 'The time or the place of your shift has changed. Below is how it stands now.',
    },
    reminder: {
      name: 'Reminders',
      subject: ({ title, day }: ShiftWords) => `Reminder: ${title}, ${day}`,
      lead: (shift: ShiftWords) => `Your shift starts in about ${hours(shift.hours)}. See you there!`,
    },
    understaffed: { name: 'Shifts that need people' },
    shift_message: { name: 'Messages from coordinators' },
    badge_awarded: { name: 'Badges' },
    journey_reminder: { name: 'Reminders of journeys' },
    member_removed: { name: 'The end of a membership' },
  },
  /** To people who have cancelled for themselves. */
  ownCancellation: {
    subject: ({ title, day }: ShiftWords) => `You’ve cancelled: ${title}, ${day}`,
    lead: () => 'You’ve cancelled this shift and are no longer signed up. Thank you for letting us know.',
  },
  reasons: {
    offerExpired: 'The offer was not taken in time, so the seat went to the next in line.',
    tookAnotherSeat: 'You have taken a seat on another shift at the same time.',
  },
  digest: {
    subject: (count: number) => `${shifts(count)} ${needs(count)} people tomorrow`,
    lead: (count: number, organization: string) =>
      `Tomorrow ${shifts(count)} at ${organization} still ${needs(count)} people:`,
    free: (free: number, capacity: number) =>
      `${free} of ${capacity} ${plural('en', capacity, { one: 'seat', other: 'seats' })} free`,
  },
  message: { lead: (sender: string) => `${sender} writes to everybody on your shift:` },
  honour: {
    subject: (badge: string) => `You have earned a badge: ${badge}`,
    renewed: (badge: string) => `Your badge is renewed: ${badge}`,
    lead: (badge: string, organization: string) =>
      `${organization} thanks you with the badge “${badge}”. It is yours to keep and to show to others.`,
    action: 'See my badges',
  },
  testMail: {
    subject: 'Test email from Muster',
    lead: (organization: string) => `Email works. ${organization} can now reach its volunteers.`,
    footer: 'You get this because you sent yourself a test email.',
  },
  stepReminder: {
    subject: (step: string) => `Not done yet: ${step}`,
    lead: (step: string, journey: string) =>
      `“${step}” is your next step of “${journey}”. There is still time.`,
    due: 'Until',
    action: 'Go on',
  },
  removal: {
    subject: (organization: string) => `You are no longer a member of ${organization}`,
    lead: (organization: string) =>
      `An admin has removed you from ${organization}. You won’t get any more messages about its shifts.`,
    /** What has ended: so many shifts, and the journeys by name. */
    shifts: (count: number) =>
      plural('en', count, {
        one: 'Your registration for this shift is cancelled:',
        other: `Your registrations for these ${count} shifts are cancelled:`,
      }),
    journeys: (names: string) => `You are withdrawn from: ${names}.`,
    footer: (organization: string) => `You get this because you were a member of ${organization}.`,
  },
  cantComePage: {
    title: 'You can’t come?',
    question: (name: string) => `${name}, shall we give your place to somebody else?`,
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
    question: (kind: string, address: string) => `Shall we stop sending “${kind}” to ${address}?`,
    button: 'Stop these messages',
    allButton: 'Stop all messages',
    doneTitle: 'Done',
    done: (kind: string) => `We no longer send you “${kind}”. You can turn it on again in your settings.`,
    doneAll: 'We no longer send you messages about shifts. You can turn them on again in your settings.',
  },
};
