export default {
  errors: {
    session_ended: { cause: 'Your session has ended.', fix: 'Log in again.' },
    other_site: { cause: 'This request comes from another website.', fix: 'Log in on this site.' },
    email_taken: {
      cause: 'An account with this email already exists.',
      fix: 'Log in or reset your password.',
    },
    password_too_short: {
      cause: 'This password is too short.',
      fix: 'Use at least {limit, plural, one {# character} other {# characters}}.',
    },
    password_too_long: {
      cause: 'This password is too long.',
      fix: 'Use at most {limit, plural, one {# character} other {# characters}}.',
    },
    password_is_email: {
      cause: 'Your password can’t be your email address.',
      fix: 'Choose a different one.',
    },
    password_is_name: { cause: 'Your password can’t be your name.', fix: 'Choose a different one.' },
    wrong_password: { cause: 'This password is wrong.', fix: 'Try again, or reset your password.' },
    too_many_attempts: {
      cause: 'Too many failed attempts.',
      fix: 'Try again in {wait}, or reset your password.',
    },
    too_many_links: {
      cause: 'We’ve already sent you several links.',
      fix: 'Check your inbox and your spam folder.',
    },
    setup_link_invalid: {
      cause: 'This setup link is wrong or has already been used.',
      fix: 'Copy it again from the terminal, or log in if you have an account.',
    },
    born_in_future: { cause: 'The date of birth can’t be in the future.' },
    born_too_early: { cause: 'The date of birth can’t be before {year}.' },
  },
  answers: {
    loggedOut: 'You’re logged out.',
    loggedOutElsewhere:
      '{count, plural, =0 {You’re not logged in anywhere else.} one {Logged out on # other device.} other {Logged out on # other devices.}}',
    resetRequested: 'If there’s an account with this email, we’ve sent you a link.',
    passwordReset: 'Password changed. Log in with your new password.',
    passwordChanged: 'Password changed. You’re logged out on all other devices.',
    emailVerified: 'Email address confirmed.',
    emailAlreadyVerified: 'Your email address is already confirmed.',
    verificationSent: 'We’ve sent you a new link.',
  },
  mail: {
    passwordReset: {
      subject: 'Reset your password',
      lead: 'We received a request to reset your Muster password.',
      expiry: 'The link works once and expires after {life}.',
      action: 'Choose a new password',
      footer: 'If you didn’t ask for this, you can ignore this email. Your password hasn’t changed.',
    },
    verification: {
      subject: 'Confirm your email address',
      greeting: 'Welcome to Muster, {name}!',
      lead: 'Please confirm that this is your email address.',
      expiry: 'The link expires after {life}.',
      action: 'Confirm email address',
      footer: 'If you didn’t create an account, you can ignore this email.',
    },
  },
};
