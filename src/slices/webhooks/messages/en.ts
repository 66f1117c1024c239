export default {
  errors: {
    too_many_endpoints: {
      cause: 'An organization can have at most {limit, plural, one {# endpoint} other {# endpoints}}.',
      fix: 'Delete one you no longer need.',
    },
    unknown_event: {
      cause: 'There’s no event called “{name}”.',
      fix: 'Choose one from the list of events.',
    },
    too_large: { cause: 'The event’s data is too large.', fix: 'Send at most {size}.' },
    future: { cause: 'This time is in the future.', fix: 'Choose a time in the past.' },
    too_old: {
      cause: 'Events are kept for {days, plural, one {# day} other {# days}}.',
      fix: 'Choose a more recent time.',
    },
  },
  answers: {
    secret:
      'Save the new signing secret now: it won’t be shown again. The previous one stays valid for {hours, plural, one {# hour} other {# hours}}.',
    activate: 'Endpoint active. Events are sent from now on.',
    deactivate: 'Endpoint inactive. No more events are sent. You can resend what it misses later.',
    queued: 'Queued. It will be sent in a moment.',
    recovered:
      '{count, plural, =0 {Nothing was missed.} one {# delivery will be sent again.} other {# deliveries will be sent again.}}',
    recovering:
      'The first {count, plural, one {# delivery} other {# deliveries}} will be sent now. The rest will follow automatically.',
  },
  /** Why a delivery failed, by its code. */
  delivery: {
    http_status: 'The endpoint responded with status {status}. Only 2xx counts as received.',
    endpoint_inactive: 'The endpoint was deactivated or deleted before this was sent.',
    secret_unreadable: 'The signing secret can’t be read. Create a new one.',
    blocked_target:
      'The address leads to a private or reserved network. Deliveries can only go to public addresses.',
    dns: 'The host name couldn’t be resolved. Check the spelling and the DNS records.',
    connect: 'The host refused the connection. Check that the receiver is running and reachable.',
    timeout: 'The endpoint didn’t respond in time. Check that the receiver is running and reachable.',
    tls: 'No secure connection could be made. Check the host’s certificate: its name, its dates and its chain.',
    reset: 'The host closed the connection before it responded.',
    protocol: 'The host’s response isn’t valid HTTP/1.1.',
    internal: 'Something went wrong on our side. We’ll try again.',
  },
  mail: {
    deactivated: {
      subject: 'Webhook deactivated: {endpoint}',
      gone: 'The receiver of this webhook says that it no longer exists (410), so we’ve stopped sending events to it.',
      failing:
        'This webhook hasn’t accepted a single delivery for five days, so we’ve stopped sending events to it.',
      next: 'When the receiver works again, activate the endpoint and resend what it missed. Events are kept for 90 days.',
      organization: 'Organization',
      address: 'Address',
      open: 'Open the endpoint',
      footer: 'You’re getting this email because you manage the webhooks of {organization}.',
    },
  },
  events: {
    webhook: {
      test: 'A test event. It’s sent to one endpoint, even if that endpoint isn’t subscribed to it.',
    },
  },
};
