export default {
  errors: {
    signup_not_open: {
      cause: 'Sign-up for this shift opens {opens_at}.',
      fix: 'Come back then.',
      other: { cause: 'Sign-up for this shift opens {opens_at}.' },
    },
    signup_closed: {
      cause: 'Sign-up for this shift closed {closed_at}.',
      fix: 'Ask a coordinator to add you.',
      other: { cause: 'Sign-up for this shift closed {closed_at}.' },
    },
    shift_started: {
      cause: 'This shift started {started_at}.',
      fix: 'If something needs to change, ask a coordinator.',
      other: { cause: 'This shift started {started_at}.' },
    },
    shift_ended: {
      cause: 'This shift ended {ended_at}.',
      fix: 'If something needs to change, ask a coordinator.',
      other: { cause: 'This shift ended {ended_at}.' },
    },
    change_cutoff: {
      cause: 'You could switch until {until}.',
      fix: 'Ask a coordinator to move you.',
      other: { cause: '{name} could switch until {until}.' },
    },
    cancel_cutoff: {
      cause: 'You could cancel until {until}.',
      fix: 'Ask a coordinator to take you off this shift.',
      other: { cause: '{name} could cancel until {until}.' },
    },
    shift_cancelled: { cause: 'This shift has been cancelled.', fix: 'Choose another one.' },
    shift_not_published: {
      cause: 'This shift isn’t published yet.',
      fix: 'Publish it first.',
    },
    different_mission: {
      cause: 'You can only switch to a shift of the same mission.',
      fix: 'To join this one, cancel and sign up again.',
      other: {
        cause: '{name} can only switch to a shift of the same mission.',
        fix: 'Cancel the old sign-up and add {name} to the new shift instead.',
      },
    },
    already_registered: {
      cause: 'You’ve already signed up for this shift. Status: {status}.',
      fix: 'See your shifts.',
      other: { cause: '{name} has already signed up for this shift. Status: {status}.' },
    },
    same_role: {
      cause: 'You already have this shift and role.',
      fix: 'Choose another shift or role.',
      other: { cause: '{name} already has this shift and role.', fix: 'Choose another shift or role.' },
    },
    overlap: {
      cause: 'This overlaps another shift of yours: {span}.',
      fix: 'Cancel or switch that one first.',
      other: {
        cause: 'This overlaps another shift of {name}: {span}.',
        fix: 'Remove {name} from that one first, or switch them.',
      },
    },
    overlap_offer: {
      cause: 'You’ve been offered a spot on a shift that overlaps this one: {span}.',
      fix: 'Decline that offer to take this shift, or accept it instead.',
      other: {
        cause: '{name} has been offered a spot on a shift that overlaps this one: {span}.',
        fix: 'Ask {name} to decline that offer first, or remove {name} from that shift.',
      },
    },
    rest_too_short: {
      cause: 'You’d only have {rest} between this shift and {span}. The minimum is {needed}.',
      fix: 'Cancel or switch the other shift first.',
      other: {
        cause: '{name} would only have {rest} between this shift and {span}. The minimum is {needed}.',
        fix: 'Remove {name} from the other shift first, or switch them.',
      },
    },
    rest_offer: {
      cause:
        'You’ve been offered a spot on another shift, {span}. You’d only have {rest} between the two. The minimum is {needed}.',
      fix: 'Decline that offer to take this shift, or accept it instead.',
      other: {
        cause:
          '{name} has been offered a spot on another shift, {span}, and would only have {rest} between the two. The minimum is {needed}.',
        fix: 'Ask {name} to decline that offer first, or remove {name} from that shift.',
      },
    },
    overlap_elsewhere: {
      cause: 'This overlaps a shift you have at another organization.',
      fix: 'Choose another shift.',
      other: {
        cause: 'This overlaps a shift that {name} has at another organization.',
        fix: 'Choose another shift or another person.',
      },
    },
    rest_elsewhere: {
      cause: 'This is too close to a shift you have at another organization. The minimum rest is {needed}.',
      fix: 'Choose another shift.',
      other: {
        cause:
          'This is too close to a shift that {name} has at another organization. The minimum rest is {needed}.',
        fix: 'Choose another shift or another person.',
      },
    },
    outside_availability: {
      cause: 'This shift is outside your availability: {span}.',
      fix: 'Update your availability or choose another shift.',
      other: { cause: 'This shift is outside {name}’s availability: {span}.' },
    },
    hours_per_week: {
      cause: 'You’d have {total} this week. The limit is {most}.',
      fix: 'Choose a shift in another week.',
      other: {
        cause: '{name} would have {total} this week. The limit is {most}.',
        fix: 'Choose a shift in another week.',
      },
    },
    under_age: {
      cause: 'You must be at least {minimum_age} on the day of the shift.',
      fix: 'Ask a coordinator how you can help instead.',
      other: { cause: '{name} must be at least {minimum_age} on the day of the shift.' },
    },
    minor_at_night: {
      cause: 'People under {age} can’t work between {from} and {until}.',
      fix: 'Choose a shift during the day.',
    },
    minor_hours_per_day: {
      cause: 'That would be {total} on {date}. People under {age} can work at most {most} a day.',
      fix: 'Choose a shorter shift or another day.',
    },
    missing_profile_field: {
      fix: 'Add your {field} to your profile to sign up for this shift.',
      other: { cause: 'This shift requires information that’s missing in {name}’s profile: {field}.' },
    },
    email_unverified: {
      fix: 'Confirm your email address to sign up for this shift.',
      other: { cause: '{name} hasn’t confirmed their email address yet.' },
    },
    missing_form: {
      fix: 'Fill in the form “{form_name}” first.',
      other: { cause: '{name} hasn’t filled in the form “{form_name}” yet.' },
    },
    missing_badge: {
      cause: 'You need the badge “{badge_name}” for this shift.',
      fix: 'See how to earn it.',
      other: { cause: '{name} doesn’t have the badge “{badge_name}” yet.' },
    },
    missing_journey: {
      fix: 'Finish the journey “{journey_name}” first.',
      other: { cause: '{name} hasn’t finished the journey “{journey_name}” yet.' },
    },
    minimum_age: {
      cause: 'You must be at least {minimum_age} for this mission.',
      fix: 'Choose a shift of another mission.',
      other: { cause: '{name} must be at least {minimum_age} for this mission.' },
    },
    shift_full: {
      cause: 'This shift is full ({taken, number} of {spots, plural, one {# spot} other {# spots}}).',
      fix: 'Choose another one.',
    },
    role_full: {
      cause:
        'The role “{role_name}” is full ({taken, number} of {spots, plural, one {# spot} other {# spots}}).',
      fix: 'Choose another role or shift.',
    },
    waitlist_full: {
      cause: 'The waitlist is full too ({places, plural, one {# person} other {# people}}).',
      fix: 'Choose another shift.',
    },
    unknown_role: { cause: 'This shift doesn’t have that role.', fix: 'Choose one of its roles.' },
    role_mismatch: { cause: 'The request names two different roles.', fix: 'Choose one of them.' },
    shifts_or_series: {
      cause: 'The request needs either shifts or a series.',
      fix: 'Choose one of them.',
    },
    not_a_member: {
      cause: 'This person is not a member of the organization.',
      fix: 'Invite them first.',
    },
    no_other_member: {
      cause: 'No other member has this email address.',
      fix: 'Check the address, or offer your spot to all members.',
    },
    invitation_only: { cause: 'This organization is invitation-only.', fix: 'Ask to join first.' },
    others_by_coordinators: {
      cause: 'Only coordinators can sign up other people.',
      fix: 'Ask a coordinator.',
    },
    switch_by_coordinators: {
      cause: 'Only coordinators can move other people to another shift.',
      fix: 'Ask a coordinator.',
    },
    override_by_coordinators: {
      cause: 'Only coordinators can make exceptions.',
      fix: 'Ask a coordinator.',
    },
    not_registered: {
      cause: 'You’re not signed up for this shift.',
      fix: 'Reload to see your current shifts.',
      other: { cause: '{name} isn’t signed up for this shift.', fix: 'Reload to see who is.' },
    },
    no_registration: {
      cause: 'This person isn’t signed up for this shift.',
      fix: 'Reload to see the current sign-ups.',
    },
    shift_not_found: { cause: 'Shift not found.' },
    organization_not_found: { cause: 'Organization not found.' },
    members_only: {
      cause: 'This calendar is for members of the organization.',
      fix: 'Join the organization first.',
    },
    too_many_feeds: {
      cause: 'You already have {limit, number} calendar links.',
      fix: 'Revoke one that you no longer use.',
    },
    not_on_shift: {
      cause: 'This is only for people with a spot on this shift.',
      fix: 'Sign up first.',
    },
    wrong_status: {
      cause: 'The status of this sign-up is “{status}”, not “{expected}”.',
      fix: 'Reload to see what has changed.',
    },
    offer_expired: { cause: 'This offer has expired.', fix: 'Choose another shift.' },
    too_many: {
      cause: 'There are too many entries.',
      fix: 'Keep at most {limit, plural, one {# entry} other {# entries}}.',
    },
    time_zone: { cause: 'Unknown time zone.', fix: 'Use a name such as Europe/Berlin.' },
    time_zone_meant: { cause: 'Unknown time zone.', fix: 'Did you mean {zones}?' },
    weekday: { cause: 'This isn’t a day of the week.', fix: 'Use 1 for Monday to 7 for Sunday.' },
    date: { cause: 'This isn’t a valid date.', fix: 'Use a date such as 2026-12-24.' },
    hours: {
      cause: 'One of the two times is missing.',
      fix: 'Enter both, or neither for the whole day.',
    },
    clock: { cause: 'This isn’t a valid time.', fix: 'Use a time such as 09:00. A day ends at 24:00.' },
    requirement_gone: {
      cause: 'This mission requires something that no longer exists.',
      fix: 'Ask a coordinator to change its requirements.',
      other: {
        cause: 'This mission requires something that no longer exists.',
        fix: 'Change its requirements.',
      },
    },
    no_spot: { cause: 'You don’t have a confirmed spot on this shift.', fix: 'Sign up first.' },
    swaps_off: { cause: 'This organization doesn’t allow swaps.', fix: 'Ask a coordinator.' },
    already_offered: { cause: 'You’re already offering this spot.', fix: 'Withdraw the offer first.' },
    offered_too_often: {
      cause: 'You’ve offered this spot {limit, plural, one {# time} other {# times}} already.',
      fix: 'Ask a coordinator.',
    },
    too_many_offers: {
      cause: 'You can offer {limit, plural, one {# spot} other {# spots}} within 24 hours.',
      fix: 'Try again tomorrow, or ask a coordinator.',
    },
    names_hidden: {
      cause: 'Members of this organization don’t see each other’s names.',
      fix: 'Offer your spot to all members instead.',
    },
    swap_over: { cause: 'This offer is no longer open.', fix: 'Choose another shift.' },
    swap_not_accepted: {
      cause: 'No one has accepted this offer since it was made or the shift was moved.',
      fix: 'Wait until someone accepts it.',
    },
  },
  words: {
    active: 'confirmed',
    pending_approval: 'waiting for approval',
    waitlisted: 'on the waitlist',
    offered: 'spot offered',
    cancelled: 'cancelled',
  },
  answers: {
    active: 'You’re signed up.',
    activeOther: '{name} is signed up.',
    pending_approval: 'Waiting for approval. We’re holding your spot.',
    pending_approvalOther: 'Waiting for approval. We’re holding a spot for {name}.',
    waitlisted: 'This shift is full. You’re number {position, number} on the waitlist.',
    waitlistedOther: 'This shift is full. {name} is number {position, number} on the waitlist.',
    offered: 'We’re holding a spot for you.',
    offeredOther: 'We’re holding a spot for {name}.',
    cancelled: 'You’re no longer signed up.',
    cancelledOther: '{name} is no longer signed up.',
    switched: 'You’ve switched shifts.',
    switchedOther: '{name} has switched shifts.',
    switchedPending: 'You’ve switched shifts. The new shift is waiting for approval.',
    switchedPendingOther: '{name} has switched shifts. The new shift is waiting for approval.',
    rejected: 'Sign-up declined.',
    declined: 'Offer declined. The spot goes to the next person on the waitlist.',
    someone: 'this person',
  },
  calendar: {
    name: 'My shifts',
    cancelledShift: 'This shift has been cancelled.',
    cancelledBecause: 'This shift has been cancelled: {reason}',
    pending_approval: 'Waiting for approval. We’re holding your spot.',
    waitlisted: 'You’re on the waitlist.',
    offered: 'A spot is on offer for you. Accept it before the offer expires.',
    cancelled: 'You’re no longer signed up.',
    role: 'Role: {role}',
  },
  events: {
    shift: {
      signup: 'Someone signed up. They’re confirmed or waiting for approval.',
      signup_approved: 'A coordinator approved a sign-up.',
      signup_rejected: 'A coordinator declined a sign-up.',
      signup_cancelled: 'A sign-up was cancelled.',
      signup_changed: 'Someone switched to another shift.',
      waitlisted: 'Someone joined the waitlist.',
      waitlist_offered: 'A freed spot was offered to the next person on the waitlist.',
      waitlist_promoted: 'Someone got a spot from the waitlist.',
      swap_offered: 'Someone offered their spot to another member, or to all of them.',
      swap_accepted: 'Someone accepted an offered spot. It has changed hands or needs approval.',
      swap_reopened: 'A shift was moved. The person who had accepted a spot on it is asked again.',
      swap_ended:
        'Someone withdrew or declined an offered spot, a coordinator declined the swap, or the spot or the shift was cancelled.',
    },
  },
};
