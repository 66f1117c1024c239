export default {
  errors: {
    only_yourself: {
      cause: 'You can only check yourself in and out.',
      fix: 'The check-in desk and coordinators can do it for other people.',
    },
    shift_cancelled: { cause: 'This shift has been cancelled.' },
    checkin_window: {
      cause: 'Check-in is open {span}.',
      fix: 'At other times, ask at the check-in desk.',
    },
    not_signed_up: {
      cause: 'You’re not signed up for this shift.',
      fix: 'Sign up first or ask a coordinator to add you.',
      other: {
        cause: '{name} isn’t signed up for this shift.',
        fix: 'Ask a coordinator to add them.',
      },
    },
    not_confirmed: {
      cause:
        '{status, select, waitlisted {You’re on the waitlist for this shift.} offered {You haven’t accepted your spot on this shift yet.} other {Your sign-up for this shift hasn’t been approved yet.}}',
      fix: '{status, select, offered {Accept the offer first.} waitlisted {Ask a coordinator if there’s a spot for you.} other {Ask a coordinator to approve it.}}',
      other: {
        cause:
          '{status, select, waitlisted {{name} is on the waitlist for this shift.} offered {{name} hasn’t accepted the spot on this shift yet.} other {{name}’s sign-up for this shift hasn’t been approved yet.}}',
        fix: 'Approve the sign-up or give them a spot first.',
      },
    },
    signup_cancelled: {
      cause: 'Your sign-up has just been cancelled.',
      other: { cause: '{name}’s sign-up has just been cancelled.' },
    },
    needs_approval: {
      cause: 'Sign-ups for this shift require approval.',
      fix: 'Sign the person up and approve the sign-up first.',
      other: {
        cause: 'Sign-ups for this shift require approval.',
        fix: 'Sign up {name} and approve the sign-up first.',
      },
    },
    shift_full: {
      cause: 'This shift is full.',
      fix: 'Override the limit to check in one more person.',
    },
    not_checked_in: {
      cause: 'You’re not checked in to this shift.',
      fix: 'Check in first.',
      other: {
        cause: '{name} isn’t checked in to this shift.',
        fix: 'Check them in first.',
      },
    },
    expired: { cause: 'This code has expired.', fix: 'Open the current code and scan that one.' },
    invalid: { cause: 'This isn’t a check-in code.', fix: 'Scan the code in the app or on the poster.' },
    wrong_digits: {
      cause: 'This code is wrong or has expired.',
      fix: 'Ask the person for the code they see now.',
    },
    too_many_wrong_codes: {
      cause: 'There have been too many wrong codes.',
      fix: 'Scan the QR code or find the person by name.',
    },
    other_person: {
      cause: 'This code belongs to someone else.',
      fix: 'Scan the code of the person you chose.',
    },
    other_shift: { cause: 'This is the poster of another shift.', fix: 'Scan the one for this shift.' },
    poster: { cause: 'Volunteers scan the poster themselves.', fix: 'Scan the code of a person.' },
    person_or_code: { cause: 'Choose a person or scan a code.' },
    max_bytes: {
      cause: 'The additional data is too large.',
      fix: 'Send at most {limit, number} bytes.',
    },
    scan_in_future: {
      cause: 'The time of this scan is in the future.',
      fix: 'Check the device’s clock.',
    },
    too_old: {
      cause: 'This scan is more than {days, plural, one {# day} other {# days}} old.',
      fix: 'Correct the attendance record instead.',
    },
    not_attended: {
      cause:
        '{status, select, no_show {Time can’t be set for a no-show.} other {Time can’t be set before the check-in.}}',
      fix: 'Leave it out, or choose another status.',
    },
    not_checked_out: {
      cause: 'Time can only be set after the check-out.',
      fix: 'Enter the check-out time, too.',
    },
    still_there: {
      cause: 'Someone who is still there has no check-out time.',
      fix: 'Leave it out, or choose another status.',
    },
    future: { cause: 'This time is in the future.', fix: 'Enter a time in the past.' },
    far_from_shift: {
      cause: 'This time is more than {days, plural, one {# day} other {# days}} away from the shift.',
      fix: 'Check the date, and the clock of the device that scanned.',
    },
    before_checkin: { cause: 'The check-out can’t be before the check-in.' },
    too_long: {
      cause: 'The check-out must be within {days, plural, one {# day} other {# days}} of the check-in.',
    },
    span: {
      cause:
        'The period must end after it starts and can’t be longer than {days, plural, one {# day} other {# days}}.',
    },
  },
  /** In place of a name that the reader may not see. */
  person: 'this person',
  answers: {
    checked_in: {
      own: 'You’re checked in.',
      other: '{name} is checked in.',
    },
    checked_in_already: {
      own: 'You’re already checked in.',
      other: '{name} is already checked in.',
    },
    checked_out: {
      own: 'You’re checked out.',
      other: '{name} is checked out.',
    },
    checked_out_already: {
      own: 'You’re already checked out.',
      other: '{name} is already checked out.',
    },
    corrected: 'Attendance corrected.',
    verified:
      '{count, plural, =0 {There was nothing to verify.} one {# record verified.} other {# records verified.}}',
  },
  /** Column titles and words of the exported roster. */
  roster: {
    name: 'Name',
    role: 'Role',
    status: 'Status',
    email: 'Email',
    phone: 'Phone',
    attendance: 'Attendance',
    checked_in: 'Checked in',
    checked_out: 'Checked out',
    minutes: 'Minutes',
    statuses: {
      active: 'Confirmed',
      pending_approval: 'Waiting for approval',
      waitlisted: 'On the waitlist',
      offered: 'Spot offered',
      cancelled: 'Cancelled',
    },
    attended: {
      expected: 'Expected',
      checked_in: 'Checked in',
      checked_out: 'Checked out',
      no_show: 'No-show',
    },
  },
  events: {
    shift: {
      checkin: 'Someone checked in to a shift.',
      checkout: 'Someone checked out of a shift. The data has the minutes they spent there.',
      no_show: 'Someone didn’t show up for a shift.',
      attendance_corrected:
        'A coordinator changed the times or minutes of someone’s attendance, or undid it. The data has what counts now.',
      hours_verified: 'A coordinator verified someone’s hours on a shift.',
    },
  },
};
