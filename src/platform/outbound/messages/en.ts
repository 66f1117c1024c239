export default {
  errors: {
    invalid_url: {
      cause: 'This isn’t a complete web address.',
      fix: 'Use an address such as https://example.org/hooks/muster.',
    },
    invalid_host: { cause: 'The host name in this address isn’t valid.', fix: 'Check the spelling.' },
    url_too_long: {
      cause: 'This address is too long.',
      fix: 'Use at most {limit, plural, one {# character} other {# characters}}.',
    },
    https_required: { cause: 'This address isn’t secure.', fix: 'Use one that starts with https://.' },
    credentials_in_url: {
      cause: 'The address can’t contain a username or password.',
      fix: 'Remove them. Every request is signed, so you can verify where it comes from.',
    },
    blocked_port: { cause: 'Port {port} isn’t allowed.', fix: 'Use port 443.' },
    blocked_target: {
      cause: 'This address belongs to a private network.',
      fix: 'Use a public one, or ask the operator of this installation to allow it.',
    },
  },
};
