export default {
  errors: {
    access_required: {
      cause: 'You need at least {access} access to do this.',
      fix: 'Ask an admin of the organization.',
    },
    scope_required: {
      cause: 'This API key doesn’t give access to {scope}.',
      fix: 'Use a key that does.',
    },
    membership_required: {
      cause: 'You’re not a member of an organization yet.',
      fix: 'Join or create one first.',
    },
    organization_required: {
      cause: 'You belong to {count, plural, one {# organization} other {# organizations}}.',
      fix: 'Choose one.',
    },
    installation_owner_required: {
      cause: 'Only the owner of this installation can add all new accounts to an organization.',
    },
    access_too_high: {
      cause: 'You can’t give people more access than you have.',
      fix: 'Choose less access, or ask an owner.',
    },
    member_has_more_access: {
      cause: 'This member has more access than you.',
      fix: 'Ask an owner of the organization.',
    },
    sole_owner: {
      cause: 'You’re the only owner of {organizations}.',
      fix: 'Make another member an owner first.',
    },
    already_member: { cause: 'You’re already a member of this organization.' },
    invitation_only: {
      cause: 'This organization is invitation-only.',
      fix: 'Ask to join first. An admin will get back to you.',
    },
    open_to_anyone: { cause: 'Anyone can join this organization.', fix: 'You don’t need to ask.' },
    already_requested: {
      cause: 'You’ve already asked to join.',
      fix: 'An admin will get back to you.',
    },
    too_many_requests: {
      cause:
        'You can send {limit, plural, one {# request} other {# requests}} to join within {hours, plural, one {# hour} other {# hours}}.',
      fix: 'Try again later.',
    },
    request_closed: { cause: 'This request is no longer open.' },
    no_addresses: { cause: 'There are no addresses in this text.', fix: 'Paste at least one email address.' },
    address_missing: {
      cause: 'There’s no email address in this line.',
      fix: 'Add it to the file, or invite this person with a link.',
    },
    unknown_access: {
      cause: 'There’s no access called “{access}”.',
      fix: 'Write Volunteer, Check-in, Coordinator, Admin or Owner.',
    },
    too_many_addresses: {
      cause: 'You can invite at most {limit, plural, one {# person} other {# people}} at once.',
      fix: 'Split the list.',
    },
    too_many_invitations: {
      cause:
        'An organization can send {limit, plural, one {# invitation} other {# invitations}} by email within 24 hours.',
      fix: 'Invite the others tomorrow, or give them an invitation link.',
    },
    invitation_suspended: {
      cause: 'This invitation no longer works because the person who created it can’t invite people anymore.',
      fix: 'Ask the organization for a new one.',
    },
    invitation_invalid: {
      cause: 'This invitation has expired, has already been used, or is for a different email address.',
      fix: 'Ask the organization for a new one.',
    },
    invitation_not_suspended: {
      cause: 'You can’t take over this invitation because it still works or is no longer valid.',
    },
    api_key_not_suspended: {
      cause: 'You can’t take over this API key because it still works or is no longer valid.',
    },
    api_key_invalid: {
      cause: 'This API key isn’t valid. It may have expired or been revoked.',
      fix: 'Ask an admin of the organization for a new one.',
    },
    api_key_suspended: {
      cause: 'This API key no longer works because the person who created it isn’t an admin anymore.',
      fix: 'Ask an admin of the organization to take it over.',
    },
  },
  answers: {
    joined: 'Welcome to {organization}!',
    invitationAccepted: 'You’re now a member.',
    left: 'You’re no longer a member. Your spots on upcoming shifts there are cancelled.',
  },
  mail: {
    invitation: {
      subject: 'Join {organization} on Muster',
      greeting: 'Hello,',
      lead: '{organization} plans volunteer shifts with Muster and invites you to join.',
      expiry: 'The link works once and expires after {days, plural, one {# day} other {# days}}.',
      action: 'Accept invitation',
      footer: 'If you weren’t expecting this, you can ignore this email.',
    },
    joinRequest: {
      subject: '{name} wants to join {organization}',
      lead: '{name} has asked to join {organization}.',
      remedy: 'Approve or decline the request. We’ll email them your answer.',
      email: 'Email',
      message: 'Message',
      action: 'Review request',
      footer: 'You’re getting this email because you’re an admin of {organization}.',
    },
    joinAnswer: {
      approved: {
        subject: 'You’re now a member of {organization}',
        lead: 'Welcome to {organization}! You can now sign up for shifts.',
        action: 'Find a shift',
      },
      declined: {
        subject: 'Your request to join {organization}',
        lead: '{organization} has declined your request to join.',
        action: 'See other shifts',
      },
      reason: 'Reason',
      footer: 'You’re getting this email because you asked to join {organization}.',
    },
    accessSuspended: {
      subject: 'Review access to {organization}',
      lead: '{name} can no longer manage access to {organization}. The API keys and invitations they created have stopped working.',
      leadUnnamed:
        'Someone can no longer manage access to {organization}. The API keys and invitations they created have stopped working.',
      leadErased:
        'A former admin of {organization} has deleted their account. The API keys and invitations they created have stopped working.',
      remedy:
        'Take over the ones you still need within {days, plural, one {# day} other {# days}}. API keys get a new secret, and invitations get a new link. The others expire.',
      apiKey: 'API key',
      invitation: 'Invitation',
      link: 'Link for anyone',
      action: 'Review access',
      footer: 'You’re getting this email because you’re an admin of {organization}.',
    },
  },
  words: {
    volunteer: 'Volunteer',
    check_in: 'Check-in',
    coordinator: 'Coordinator',
    admin: 'Admin',
    owner: 'Owner',
    organization: 'the organization’s settings',
    members: 'members',
    programs: 'programs',
    shifts: 'shifts',
    attendance: 'attendance',
    forms: 'forms',
    journeys: 'journeys',
    badges: 'badges',
    webhooks: 'webhooks',
    jobs: 'background tasks',
    audit: 'the audit log',
  },
  events: {
    member: {
      joined: 'Someone became a member of the organization.',
      join_requested: 'Someone asked to join the organization. An admin can approve or decline the request.',
      join_declined: 'An admin declined a request to join.',
      left: 'A member left, was removed, or deleted their account. Their upcoming sign-ups are cancelled.',
    },
  },
};
