export default {
  errors: {
    not_a_member: {
      cause: 'This person is not a member of the organization.',
      fix: 'Invite them first.',
    },
    not_your_organization: {
      cause: 'You’re not a member of this organization.',
      fix: 'Join it first.',
    },
    archived: { cause: 'This badge is archived.', fix: 'Restore it to award it.' },
    award_revoked: { cause: 'This award has been revoked.', fix: 'Award the badge again instead.' },
    never_expires: { cause: 'This award doesn’t expire, so there’s nothing to renew.' },
    award_not_found: {
      cause: 'Award not found.',
      fix: 'Check the link, or ask the person who shared it.',
    },
    no_credentials: { cause: 'This organization hasn’t issued any badges yet.' },
    program_not_found: { cause: 'Program not found.', fix: 'Choose a program of this organization.' },
    journey_not_found: { cause: 'Journey not found.', fix: 'Choose a journey of this organization.' },
    program_archived: {
      cause: 'The program “{name}” is archived.',
      fix: 'Restore it or choose another one.',
    },
    journey_archived: {
      cause: 'The journey “{name}” is archived.',
      fix: 'Restore it or choose another one.',
    },
    criteria_field: { cause: 'This doesn’t apply to badges awarded {type}.', fix: 'Leave it out.' },
    threshold_required: { fix: 'Enter how many it takes to earn the badge.' },
    threshold_whole: { fix: 'Enter a whole number.' },
    threshold_range: { fix: 'Enter a number from {least, number} to {most, number}.' },
    threshold_of_one_journey: {
      cause: 'A single journey only counts once.',
      fix: 'Leave the number out.',
    },
    image_address: {
      cause: 'This isn’t a valid address for a picture.',
      fix: 'Use an https address without a password, or leave it empty to have one drawn.',
    },
  },
  words: {
    manual: 'by hand',
    hours: 'for hours',
    shifts: 'for shifts',
    streak: 'for a streak',
    journey: 'for journeys',
  },
  answers: {
    awarded: 'Badge awarded.',
    renewed: 'The award had expired. It’s valid again.',
    held: 'This person already has the badge.',
    revoked: 'Award revoked.',
    revokedBefore: 'This award was already revoked.',
    renewedByHand: 'Award renewed.',
    onLeaderboard: 'You’re on the leaderboard.',
    offLeaderboard: 'You’re not on the leaderboard.',
  },
  /** How a badge is earned. */
  earned: {
    manual: 'Awarded by the organization.',
    hours: 'Volunteered for {count, plural, one {# hour} other {# hours}}.',
    shifts: 'Attended {count, plural, one {# shift} other {# shifts}}.',
    weeks: 'Attended a shift every week for {count, plural, one {# week} other {# weeks}} in a row.',
    months: 'Attended a shift every month for {count, plural, one {# month} other {# months}} in a row.',
    journeys: 'Completed {count, plural, one {a journey} other {# journeys}}.',
  },
  /** The public page of an award. */
  page: {
    missingTitle: 'Award not found',
    missing: 'Check the link, or ask the person who shared it.',
    active: 'Valid',
    expired: 'Expired',
    revoked: 'Revoked by the organization',
    holder: 'Awarded to',
    organization: 'Awarded by',
    reason: 'For',
    awarded: 'Awarded on',
    renewedOn: 'Renewed on',
    validUntil: 'Valid until',
    revokedOn: 'Revoked on',
    download: 'Download as an Open Badge',
    format: 'Open Badges 3.0, signed by the organization',
  },
  events: {
    badge: {
      awarded: 'Someone was awarded a badge, by a coordinator or automatically, or an award was renewed.',
      revoked: 'A coordinator revoked someone’s badge, or the person deleted their account.',
    },
  },
};
