export default {
  errors: {
    target_required: {
      cause: 'The message isn’t addressed to anyone.',
      fix: 'Choose people, a shift, a program, a filter or all members.',
    },
    one_target: {
      cause: 'A message can’t go to several groups at once.',
      fix: 'Send two messages instead.',
    },
    too_many_recipients: {
      cause: 'A message can go to at most {limit, plural, one {# person} other {# people}}.',
      fix: 'Choose fewer people.',
    },
    too_many_messages: {
      cause: 'Your organization has sent {limit, plural, one {# message} other {# messages}} within an hour.',
      fix: 'Try again later.',
    },
    language_twice: {
      cause: 'There are two texts for the language “{language}”.',
      fix: 'Remove one of them.',
    },
    unknown_role: { cause: 'This shift doesn’t have this role.', fix: 'Choose one of its roles.' },
    only_with_shift: {
      cause: 'You can only choose a role or status among the people of a shift or program.',
      fix: 'Choose a shift or program too, or leave this out.',
    },
    invalid_push_key: { cause: 'This push key isn’t valid.', fix: 'Send what the browser returned.' },
    program_not_found: { cause: 'Program not found.' },
    filter_not_found: {
      cause: 'Saved filter not found. It was deleted, or it isn’t shared with you.',
      fix: 'Choose another one.',
    },
    template_name_taken: { cause: 'There’s already a template with this name.', fix: 'Choose another name.' },
    too_many_templates: {
      cause: 'An organization can have {limit, plural, one {# template} other {# templates}}.',
      fix: 'Delete one that you no longer need.',
    },
  },
  events: {
    message: { sent: 'A coordinator wrote to people. The event doesn’t contain the text.' },
  },
  answers: {
    wouldGet:
      '{count, plural, =0 {No one would get this message.} one {# person would get this message.} other {# people would get this message.}}',
    messageSent:
      '{count, plural, =0 {The message didn’t go to anyone.} one {Message sent to # person.} other {Message sent to # people.}}',
  },
  /** What the emails of each kind are called where people unsubscribe from them. */
  kinds: {
    signup_confirmed: 'Confirmed sign-ups',
    signup_pending: 'Sign-ups waiting for approval',
    waitlisted: 'Waitlists',
    offered: 'Offered spots',
    promoted: 'Spots from the waitlist',
    approved: 'Approved sign-ups',
    rejected: 'Declined sign-ups',
    signup_cancelled: 'Cancelled sign-ups',
    shift_cancelled: 'Cancelled shifts',
    shift_changed: 'Changed shifts',
    reminder: 'Shift reminders',
    understaffed: 'Shifts that need people',
    shift_asked: 'Shifts you’re asked to take',
    swap: 'Swaps',
    shift_message: 'Messages from coordinators',
    hours_decided: 'Reported hours',
    badge_awarded: 'Badges',
    journey_reminder: 'Journey reminders',
    member_removed: 'Ended memberships',
  },
  labels: {
    what: 'Shift',
    when: 'When',
    /** The same time on the reader's clock. */
    yourTime: 'Your time',
    where: 'Where',
    role: 'Role',
    organization: 'Organization',
    reason: 'Reason',
    answerBy: 'Answer by',
    position: 'Position on the waitlist',
  },
  inApp: {
    journey_reminder: 'A step of your journey is due soon',
    understaffed: 'Shifts at {organization} still need people tomorrow',
  },
  actions: {
    cantCome: 'I can’t come',
    openShift: 'View shift',
    myShifts: 'My shifts',
    takeSpot: 'Take the spot',
    accept: 'Yes, I’ll take it',
    decline: 'No, I can’t',
    preferences: 'Notification settings',
    unsubscribe: 'Unsubscribe from these emails',
  },
  reasons: {
    tookAnotherSpot: 'You took a spot on another shift at the same time.',
  },
  footer: 'You’re getting this email because you volunteer with {organization}.',
  mail: {
    signup_confirmed: {
      subject: 'You’re signed up: {title}, {day}',
      lead: 'You’re signed up. Thank you! Add the attached file to your calendar.',
    },
    signup_pending: {
      subject: 'Waiting for approval: {title}, {day}',
      lead: 'Your sign-up is waiting for a coordinator’s approval. We’re holding your spot until then.',
    },
    waitlisted: {
      subject: 'You’re on the waitlist: {title}, {day}',
      lead: 'This shift is full right now. You’re on the waitlist, and we’ll email you as soon as there’s a spot for you.',
    },
    offered: {
      subject: 'A spot is free: {title}, {day}',
      lead: 'A spot is free, and it’s yours if you want it. If you don’t answer in time, we’ll offer it to the next person.',
    },
    promoted: {
      subject: 'You’ve got a spot: {title}, {day}',
      lead: 'Good news: you’ve moved up from the waitlist, and you’re now signed up for this shift.',
    },
    approved: {
      subject: 'Approved: {title}, {day}',
      lead: 'Your sign-up has been approved. We look forward to seeing you!',
    },
    rejected: {
      subject: 'Not this time: {title}, {day}',
      lead: 'Your sign-up wasn’t approved this time. Thank you for offering to help.',
    },
    signup_cancelled: {
      subject: 'You’re no longer signed up: {title}, {day}',
      lead: 'You’re no longer signed up for this shift, so you don’t need to come.',
    },
    /** To people who didn't take the offered spot. */
    offer_expired: {
      subject: 'Offer expired: {title}, {day}',
      lead: 'You didn’t take the offered spot in time, so others can have it now. You’re no longer on the waitlist.',
    },
    /** To people whose spot someone else took over. */
    swapped: {
      subject: 'Someone has taken over your spot: {title}, {day}',
      lead: 'Someone else has taken over your spot on this shift, so you don’t need to come.',
    },
    /** To people who cancelled themselves. */
    own_cancellation: {
      subject: 'You’ve cancelled: {title}, {day}',
      lead: 'You’ve cancelled and are no longer signed up for this shift. Thank you for letting us know.',
    },
    shift_cancelled: {
      subject: 'Cancelled: {title}, {day}',
      lead: 'This shift has been cancelled, so you don’t need to come.',
    },
    shift_changed: {
      subject: 'Changed: {title}, {day}',
      lead: 'The time or place of your shift has changed. Here are the new details.',
    },
    reminder: {
      subject: 'Reminder: {title}, {day}',
      lead: 'Your shift starts in about {hours, plural, one {# hour} other {# hours}}. See you there!',
    },
    shift_asked: {
      subject: 'Can you take this shift? {title}, {day}',
      urgentSubject: 'Urgent: can you help? {title}, {day}',
      lead: '{sender} is asking whether you can take this shift.',
      first: 'The first to accept get the spots. Please answer either way, so we know whom else to ask.',
    },
    swap: {
      someone: 'Someone',
      offered: {
        subject: '{name} offers you a spot: {title}, {day}',
        lead: '{name} can’t come to this shift and would like you to take over the spot.',
      },
      moved: {
        subject: 'Please accept again: {title}, {day}',
        lead: 'This shift has been moved. You accepted a spot for the old time. If you can still come, accept it again.',
      },
      withdrawn: {
        subject: 'No longer on offer: {title}, {day}',
        lead: 'The spot on this shift is no longer on offer, so you can’t take it over.',
      },
      declined: {
        subject: 'You still have your spot: {title}, {day}',
        lead: '{name} can’t take over your spot, so you still have it. You can offer it to someone else.',
      },
      rejected: {
        subject: 'Swap not approved: {title}, {day}',
        lead: 'A coordinator didn’t approve this swap, so you can’t take over the spot.',
      },
      rejectedGiver: {
        subject: 'Swap not approved: {title}, {day}',
        lead: 'A coordinator didn’t approve this swap, so you still have your spot.',
      },
    },
    shift_message: {
      lead: '{sender} sent this message about your shift:',
      directLead: '{sender} sent you this message:',
    },
    understaffed: {
      subject: '{count, plural, one {# shift needs} other {# shifts need}} people tomorrow',
      lead: '{count, plural, one {# shift at {organization} has fewer people than it needs} other {# shifts at {organization} have fewer people than they need}} tomorrow:',
      shift: '{people, number} confirmed, at least {minimum, plural, one {# person} other {# people}} needed',
      role: '{role}: {people, number} confirmed, at least {minimum, number} needed',
    },
    hours_decided: {
      approvedSubject:
        'Hours approved: {count, plural, one {{time} on {day}} other {# reports, {time} in total}}',
      approvedLead:
        'A coordinator at {organization} has approved the hours you reported. They count as verified hours now. Thank you!',
      rejectedSubject:
        'Hours not approved: {count, plural, one {{time} on {day}} other {# reports, {time} in total}}',
      rejectedLead:
        'A coordinator at {organization} didn’t approve the hours you reported. If something is wrong, you can report them again.',
      day: 'Day',
      time: 'Time',
      program: 'Program',
      action: 'View my hours',
    },
    badge_awarded: {
      subject: 'You’ve earned a badge: {badge}',
      renewedSubject: 'Your badge has been renewed: {badge}',
      renewedLead: 'Your badge “{badge}” from {organization} has been renewed. You can share it with anyone.',
      lead: 'You’ve earned the badge “{badge}” from {organization}. Thank you! You can share it with anyone.',
      action: 'View my badges',
    },
    journey_reminder: {
      subject: 'Next step: {step}',
      lead: 'There’s still time for your next step in “{journey}”: {step}.',
      due: 'Due',
      action: 'Continue',
    },
    member_removed: {
      subject: 'You’re no longer a member of {organization}',
      lead: 'An admin removed you from {organization}. You won’t get any more emails about its shifts.',
      shifts:
        '{count, plural, one {You’re no longer signed up for this shift:} other {You’re no longer signed up for these # shifts:}}',
      journeys: 'These journeys have ended for you: {journeys}.',
      footer: 'You’re getting this email because you were a member of {organization}.',
    },
    test: {
      subject: 'Test email from Muster',
      lead: 'Email works. {organization} can now reach its volunteers.',
      footer: 'You’re getting this email because you sent yourself a test.',
    },
  },
  /** One email about several shifts. */
  joined: {
    signup_confirmed: {
      subject: 'You’re signed up for {count, number} shifts',
      lead: 'You’re signed up for these shifts. Thank you! Add the attached file to your calendar.',
    },
    signup_pending: {
      subject: '{count, number} sign-ups are waiting for approval',
      lead: 'These sign-ups are waiting for a coordinator’s approval. We’re holding your spots until then.',
    },
    waitlisted: {
      subject: 'You’re on the waitlist for {count, number} shifts',
      lead: 'These shifts are full right now. You’re on their waitlists, and we’ll email you as soon as there’s a spot for you.',
    },
    promoted: {
      subject: 'You’ve got a spot on {count, number} shifts',
      lead: 'Good news: you’ve moved up from the waitlist, and you’re now signed up for these shifts.',
    },
    approved: {
      subject: '{count, number} sign-ups approved',
      lead: 'Your sign-ups have been approved. We look forward to seeing you!',
    },
    rejected: {
      subject: 'Not this time: {count, number} shifts',
      lead: 'Your sign-ups weren’t approved this time. Thank you for offering to help.',
    },
    signup_cancelled: {
      subject: 'You’re no longer signed up for {count, number} shifts',
      lead: 'You’re no longer signed up for these shifts, so you don’t need to come.',
    },
    own_cancellation: {
      subject: 'You’ve cancelled {count, number} sign-ups',
      lead: 'You’ve cancelled and are no longer signed up for these shifts. Thank you for letting us know.',
    },
    shift_cancelled: {
      subject: '{count, number} of your shifts are cancelled',
      lead: 'These shifts have been cancelled, so you don’t need to come.',
    },
    shift_changed: {
      subject: '{count, number} of your shifts have changed',
      lead: 'The time or place of these shifts has changed. Here are the new details.',
    },
  },
  pages: {
    cantCome: {
      title: 'Can’t make it?',
      question: 'Hello {name}, do you want to cancel your sign-up for this shift?',
      button: 'Yes, cancel',
      doneTitle: 'Thanks for letting us know',
      done: 'You’re no longer signed up for this shift.',
      goneTitle: 'You’re not signed up',
      gone: 'You’re not signed up for this shift anymore, so there’s nothing left to do.',
      refusedTitle: 'Please contact your coordinator',
      refused: 'It’s too late to cancel with this link.',
    },
    ask: {
      title: 'Can you take this shift?',
      question: 'Hello {name}, {sender} is asking whether you can take this shift.',
      accept: 'Yes, I’ll take it',
      decline: 'No, I can’t',
      acceptedTitle: 'You’re signed up',
      accepted:
        'You’ve accepted. Thank you! If you can’t come after all, cancel on the shift’s page or with the link in your confirmation email.',
      pendingTitle: 'Waiting for approval',
      pending: 'You’ve accepted. Thank you! A coordinator still has to approve it. We’re holding your spot.',
      declinedTitle: 'Maybe next time',
      declined: 'You’ve declined. Thanks for letting us know.',
      too_lateTitle: 'Others were faster',
      closedTitle: 'No longer open',
      closed: 'This request is no longer open. Thank you anyway!',
      refusedTitle: 'You can’t take this shift',
    },
    unsubscribe: {
      title: 'Unsubscribe',
      question: 'Stop sending “{kind}” to {email}?',
      button: 'Stop these emails',
      allButton: 'Stop all emails',
      doneTitle: 'You’re unsubscribed',
      done: 'You won’t get emails about “{kind}” anymore. You can turn them on again in your settings.',
      doneAll: 'You won’t get notification emails anymore. You can turn them on again in your settings.',
    },
  },
};
