/** `cause` says what happened and `fix` what to do about it. Together they are the sentence that people read. */
export default {
  refusals: {
    validation_failed: {
      title: 'Invalid input',
      cause: 'Some of the information isn’t valid.',
      fix: 'Correct it and try again.',
    },
    bad_json: {
      title: 'Invalid JSON',
      cause: 'The request body isn’t valid JSON.',
      fix: 'Send a JSON object encoded as UTF-8.',
    },
    organization_required: {
      title: 'Choose an organization',
      cause: 'You belong to more than one organization.',
      fix: 'Choose the one this is for.',
    },
    email_taken: {
      title: 'Email already in use',
      cause: 'An account with this email already exists.',
      fix: 'Log in or reset your password.',
    },
    password_unsuitable: {
      title: 'Choose a different password',
      cause: 'This password is too easy to guess.',
      fix: 'Use 8 to 128 characters, and don’t use your name or email address.',
    },
    token_invalid: {
      title: 'Link expired',
      cause: 'This link has expired or has already been used.',
      fix: 'Request a new one.',
    },
    unauthenticated: {
      title: 'Not logged in',
      cause: 'You’re not logged in.',
      fix: 'Log in and try again.',
    },
    invalid_credentials: {
      title: 'Wrong email or password',
      cause: 'The email or password is wrong.',
      fix: 'Check both and try again, or reset your password.',
    },
    forbidden: {
      title: 'Access denied',
      cause: 'You don’t have access to do this.',
      fix: 'Ask an admin of the organization.',
    },
    not_found: {
      title: 'Not found',
      cause: 'It doesn’t exist, or you don’t have access to it.',
      fix: 'Check the address, or log in with another account.',
    },
    request_timeout: {
      title: 'Request timed out',
      cause: 'The request took too long to arrive.',
      fix: 'Check your connection and try again.',
    },
    conflict: {
      title: 'Not possible right now',
      cause: 'This has changed since you loaded it.',
      fix: 'Reload and try again.',
    },
    last_owner: {
      title: 'Last owner',
      cause: 'An organization needs at least one owner.',
      fix: 'Make another member an owner first.',
    },
    already_member: {
      title: 'Already a member',
      cause: 'This person is already a member of the organization.',
      fix: 'There’s nothing left to do.',
    },
    capacity_conflict: {
      title: 'Shift full',
      cause: 'This shift is full.',
      fix: 'Choose another one or join the waitlist.',
    },
    schedule_conflict: {
      title: 'Overlapping shifts',
      cause: 'This shift overlaps another one.',
      fix: 'Cancel or switch the other shift first.',
    },
    availability_conflict: {
      title: 'Outside the availability on file',
      cause: 'This shift is outside the availability on file.',
      fix: 'Update the availability or choose another shift.',
    },
    policy_conflict: {
      title: 'Not allowed by the organization’s rules',
      cause: 'A rule of the organization doesn’t allow this.',
      fix: 'Choose another shift or ask a coordinator.',
    },
    already_registered: {
      title: 'Already signed up',
      cause: 'There’s already a sign-up for this shift.',
      fix: 'Cancel it first to sign up again.',
    },
    endpoint_inactive: {
      title: 'Endpoint inactive',
      cause: 'This endpoint is inactive.',
      fix: 'Activate it and try again.',
    },
    replay_in_progress: {
      title: 'Delivery in progress',
      cause: 'This event is already being delivered.',
      fix: 'Wait until the delivery has finished.',
    },
    idempotency_in_flight: {
      title: 'Request in progress',
      cause: 'The same request is still being processed.',
      fix: 'Wait a moment and try again.',
    },
    precondition_failed: {
      title: 'Out of date',
      cause: 'This has changed since you loaded it.',
      fix: 'Reload and try again.',
    },
    profile_incomplete: {
      title: 'Profile incomplete',
      cause: 'The profile is missing information that this shift requires.',
      fix: 'Complete the profile and try again.',
    },
    requirements_incomplete: {
      title: 'Requirements not met',
      cause: 'This shift has requirements that aren’t met yet.',
      fix: 'Complete them and try again.',
    },
    payload_too_large: {
      title: 'Request too large',
      cause: 'The request is too large.',
      fix: 'Send at most 1 MB at a time.',
    },
    unsupported_media_type: {
      title: 'Unsupported content type',
      cause: 'This content type isn’t supported.',
      fix: 'Send JSON with the content type application/json.',
    },
    idempotency_mismatch: {
      title: 'Idempotency key reused',
      cause: 'This idempotency key belongs to a different request.',
      fix: 'Use a new key for each new request.',
    },
    rate_limited: {
      title: 'Too many requests',
      cause: 'There have been too many requests.',
      fix: 'Wait a moment and try again.',
    },
    headers_too_large: {
      title: 'Headers too large',
      cause: 'The request headers are too large.',
      fix: 'Clear the cookies for this site and try again.',
    },
    internal_error: {
      title: 'Something went wrong',
      cause: 'Something went wrong on our side.',
      fix: 'Please try again. If it keeps happening, contact support and include the request ID.',
    },
    overloaded: {
      title: 'Service busy',
      cause: 'The service is busy right now.',
      fix: 'Wait a moment and try again.',
    },
    unavailable: {
      title: 'Service unavailable',
      cause: 'The service is unavailable right now.',
      fix: 'Wait a moment and try again.',
    },
  },
  errors: {
    required: { cause: 'This field is required.' },
    required_with_api_key: {
      cause: 'An API key doesn’t belong to a person.',
      fix: 'Specify the person this is for.',
    },
    type: { cause: 'This has the wrong type.', fix: 'Use {types}.' },
    enum: { cause: 'This isn’t one of the options.', fix: 'Choose one of the options.' },
    blank: { cause: 'This field is required.', fix: 'Enter some text.' },
    min_length: {
      cause: 'This is too short.',
      fix: 'Enter at least {limit, plural, one {# character} other {# characters}}.',
    },
    max_length: {
      cause: 'This is too long.',
      fix: 'Enter at most {limit, plural, one {# character} other {# characters}}.',
    },
    pattern: { cause: 'This doesn’t have the expected format.' },
    format: { cause: 'This doesn’t have the expected format.' },
    format_date_time: {
      cause: 'This isn’t a valid date and time.',
      fix: 'Include the time zone offset, for example 2026-11-14T09:00:00Z.',
    },
    format_single_line: {
      cause: 'This must fit on one line.',
      fix: 'Remove line breaks and control characters.',
    },
    format_date: { cause: 'This isn’t a valid date.', fix: 'Use the format 2026-11-14.' },
    format_email: { cause: 'This isn’t a valid email address.' },
    format_uri: {
      cause: 'This isn’t a valid web address.',
      fix: 'Use an address such as https://example.org/page.',
    },
    time_zone: { cause: 'Unknown time zone.', fix: 'Use a name such as Europe/Berlin.' },
    time_zone_meant: { cause: 'Unknown time zone.', fix: 'Did you mean {zones}?' },
    minimum: { cause: 'This is too low.', fix: 'Enter {limit, number} or more.' },
    maximum: { cause: 'This is too high.', fix: 'Enter {limit, number} or less.' },
    exclusive_minimum: { cause: 'This is too low.', fix: 'Enter more than {limit, number}.' },
    exclusive_maximum: { cause: 'This is too high.', fix: 'Enter less than {limit, number}.' },
    multiple_of: { cause: 'This must be a multiple of {limit, number}.' },
    min_items: {
      cause: 'There are too few entries.',
      fix: 'Add at least {limit, plural, one {# entry} other {# entries}}.',
    },
    max_items: {
      cause: 'There are too many entries.',
      fix: 'Keep at most {limit, plural, one {# entry} other {# entries}}.',
    },
    unique_items: { cause: 'An entry appears twice.', fix: 'Remove the duplicate.' },
    min_properties: { cause: 'There’s nothing to change.', fix: 'Send at least one field.' },
    max_properties: {
      cause: 'There are too many fields.',
      fix: 'Send at most {limit, plural, one {# field} other {# fields}}.',
    },
    not_valid: { cause: 'This isn’t valid.', fix: 'Check what you entered.' },
    unknown_field: { cause: 'There’s no such field here.', fix: 'Check its name, or leave it out.' },
    nul_character: { cause: 'This contains a NUL character.', fix: 'Remove it.' },
    lone_surrogate: {
      cause: 'This contains half of a surrogate pair.',
      fix: 'Check the encoding of the text.',
    },
    number_too_large: { cause: 'This number is too large.', fix: 'Send a smaller one, or text.' },
    forbidden_key: { cause: 'This key isn’t allowed.', fix: 'Remove it.' },
    duplicate_key: { cause: 'This key appears twice.', fix: 'Remove one of them.' },
    depth: {
      cause: 'The JSON is nested too deeply.',
      fix: 'Use at most {limit, plural, one {# level} other {# levels}}.',
    },
    too_many_keys: {
      cause: 'There are too many keys in one object.',
      fix: 'Use at most {limit, number}.',
    },
    too_many_values: {
      cause: 'There are too many values in one request.',
      fix: 'Send at most {limit, number} at a time.',
    },
    not_utf8: { cause: 'The request body isn’t valid UTF-8.', fix: 'Send it as UTF-8.' },
    syntax: {
      cause: 'The request body isn’t valid JSON.',
      fix: 'Correct it and try again.',
    },
    body_too_large: {
      cause: 'The request is too large.',
      fix: 'Send at most {size} at a time.',
    },
    too_many_pieces: {
      cause: 'The request arrived in too many small pieces.',
      fix: 'Send the body in larger pieces.',
    },
    host_required: { cause: 'The Host header is missing.', fix: 'Check the client you’re using.' },
    body_compressed: {
      cause: 'The request body is compressed.',
      fix: 'Send it as it is, without Content-Encoding.',
    },
    other_charset: {
      cause: 'The request body isn’t in UTF-8.',
      fix: 'Send it in UTF-8, with charset=utf-8 or without a charset.',
    },
    csv_media_type: {
      cause: 'This isn’t a CSV file.',
      fix: 'Send one with the content type text/csv.',
    },
    csv_empty: {
      cause: 'The file is empty.',
      fix: 'Its first line must name the columns.',
    },
    csv_no_rows: {
      cause: 'There’s nothing below the first line of the file, which names the columns.',
    },
    csv_encoding: {
      cause: 'This file isn’t encoded as UTF-8.',
      fix: 'In Excel, choose File > Save As and the file type “CSV UTF-8”.',
    },
    csv_workbook: {
      cause: 'This is an Excel workbook, not a CSV file.',
      fix: 'In Excel, choose File > Save As and the file type “CSV UTF-8”.',
    },
    csv_quote: {
      cause: 'A quotation mark in line {line, number} or below isn’t closed.',
      fix: 'Close it or remove it.',
    },
    csv_line_too_long: {
      cause: 'Line {line, number} has more than {limit, number} characters.',
      fix: 'Shorten it, or check that every quotation mark is closed.',
    },
    csv_too_many_columns: {
      cause: 'The file has more than {limit, number} columns.',
      fix: 'Remove those that you don’t need.',
    },
    csv_too_many_rows: {
      cause: 'The file has more than {limit, number} lines.',
      fix: 'Split it into several files.',
    },
    csv_columns_twice: {
      cause: 'Several columns mean the same: {columns}.',
      fix: 'Keep one of them.',
    },
    csv_column_missing: {
      cause: 'The column “{column}” is missing.',
      fix: 'The first line of the file must name the columns.',
    },
    csv_cells_beyond: {
      cause:
        'This line has {cells, plural, one {# cell} other {# cells}}, but there {columns, plural, one {is # column} other {are # columns}}.',
      fix: 'Put texts that contain the separator in quotation marks.',
    },
    csv_cells_missing: {
      cause:
        'This line has {cells, plural, one {# cell} other {# cells}} for {columns, plural, one {# column} other {# columns}}. The missing ones count as empty.',
    },
    broken_http: { cause: 'This isn’t a well-formed HTTP request.', fix: 'Check the client you’re using.' },
    cursor: {
      cause: 'Invalid cursor.',
      fix: 'Send the cursor of the previous page, or leave it out.',
    },
    idempotency_key: {
      cause: 'Invalid idempotency key.',
      fix: 'Use 1 to 255 printable ASCII characters.',
    },
    api_key_not_allowed: { cause: 'This can’t be done with an API key.', fix: 'Log in as a person.' },
    bearer_required: {
      cause: 'The authorization header isn’t valid.',
      fix: 'Send a bearer token or an API key.',
    },
    token_unknown: { cause: 'This access token isn’t valid.', fix: 'Log in again.' },
    refresh_token_unknown: { cause: 'This refresh token isn’t valid.', fix: 'Log in again.' },
    token_expired: { cause: 'Your session has expired.', fix: 'Log in again.' },
    too_many_streams: {
      cause: 'There are too many open connections for live updates.',
      fix: 'Close some tabs or windows.',
    },
    archived: { cause: 'This is archived.', fix: 'Restore it first.' },
    organization_for_list: {
      cause: 'Drafts and archived entries are listed by organization.',
      fix: 'Specify the organization.',
    },
  },
  /** Words that errors name. */
  words: {
    array: 'a list',
    boolean: 'true or false',
    integer: 'a whole number',
    number: 'a number',
    object: 'an object',
    string: 'text',
    name: 'name',
    email: 'email',
    phone: 'phone number',
    date_of_birth: 'date of birth',
    emergency_contact: 'emergency contact',
    email_verified: 'confirmed email address',
  },
  managed: {
    published: 'Published.',
    archived: 'Archived.',
    restored: 'Restored.',
  },
  mail: {
    greeting: 'Hello {name},',
    cityTime: '{city} time',
  },
};
