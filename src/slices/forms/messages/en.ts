export default {
  errors: {
    closed: { cause: 'This form isn’t open right now.' },
    new_version: {
      cause: 'This form has been changed.',
      fix: 'Read it again, then submit it.',
    },
    too_many_responses: {
      cause:
        'You’ve submitted this form {limit, plural, one {# time} other {# times}} in the last 24 hours, which is the most you can.',
      fix: 'Try again tomorrow.',
    },
    already_submitted: {
      cause: 'You’ve already submitted this form.',
      fix: 'It can only be submitted once.',
    },
    answers_too_large: { cause: 'Your answers are too long.', fix: 'Shorten them and try again.' },
    answers_too_many: {
      cause: 'These are too many answers for this form.',
      fix: 'Leave some out and try again.',
    },
    answers_too_long: {
      cause: 'Your answers are too long for this form.',
      fix: 'Shorten them and try again.',
    },
    answers_too_deep: {
      cause: 'This is nested too deeply.',
      fix: 'Use at most {limit, plural, one {# level} other {# levels}}.',
    },
    list_too_long: {
      cause: 'There are too many entries.',
      fix: 'Keep at most {limit, plural, one {# entry} other {# entries}}.',
    },
    empty: { cause: 'This can’t be empty.' },
    format_time: { cause: 'This isn’t a valid time.', fix: 'Use the format 09:00:00Z.' },
    const: { cause: 'This must be “{value}”.' },
    not_agreed: { cause: 'You need to agree to this.' },
    enum: { cause: 'This isn’t one of the options.', fix: 'Choose {options}.' },
    dependent_required: { cause: 'This is required because of another answer.' },
    additional_properties: { cause: 'This form doesn’t have this field.', fix: 'Remove it.' },
    unevaluated_properties: { cause: 'This form doesn’t have this field.', fix: 'Remove it.' },
    unevaluated_items: { cause: 'There are too many entries.', fix: 'Remove the ones you don’t need.' },
    items: { cause: 'There are too many entries.', fix: 'Remove the ones you don’t need.' },
    not_allowed: {
      cause: 'This can’t be filled in because of another answer.',
      fix: 'Leave it empty.',
    },
    any_of: { cause: 'This doesn’t match any of the options.' },
    one_of: { cause: 'This doesn’t match any of the options.' },
    one_of_several: { cause: 'This matches more than one option.', fix: 'Choose just one.' },
    not: { cause: 'This answer isn’t allowed.', fix: 'Choose a different one.' },
    contains: { cause: 'A required entry is missing.', fix: 'Add it.' },
    contains_least: {
      cause: 'Required entries are missing.',
      fix: 'At least {limit, plural, one {# is} other {# are}} needed.',
    },
    contains_between: {
      cause: 'There are too few or too many of the required entries.',
      fix: 'Enter {least, number} to {most, number} of them.',
    },
    too_few_fields: {
      cause: 'Too few fields are filled in.',
      fix: 'Fill in at least {limit, plural, one {# field} other {# fields}}.',
    },
    property_names: { cause: 'This field name isn’t allowed.' },
    schema_too_large: {
      cause: 'The schema is too large.',
      fix: 'Use at most {limit, plural, one {# byte} other {# bytes}}.',
    },
    schema_too_deep: {
      cause: 'The schema is nested too deeply.',
      fix: 'Use at most {limit, plural, one {# level} other {# levels}}.',
    },
    schema_not_object: {
      cause: 'The schema must allow an object, because every answer has a name.',
    },
    too_many_fields: {
      cause: 'The form has too many fields.',
      fix: 'Use at most {limit, plural, one {# field} other {# fields}}.',
    },
    too_complex: {
      cause: 'The schema is too complex.',
      fix: 'Use fewer references and fewer alternatives.',
    },
    dialect: {
      cause: 'This version of JSON Schema isn’t supported.',
      fix: 'Use draft 2020-12, or leave the version out.',
    },
    recursion: {
      cause: 'This refers back to itself for the same answer, so checking it would never end.',
      fix: 'Refer to it only from a field or a list entry inside it.',
    },
    foreign_reference: {
      cause: 'A reference can’t lead to another document.',
      fix: 'Copy what you need to $defs and refer to it there.',
    },
    dynamic_reference: {
      cause: 'Dynamic references don’t work in a schema with several documents.',
      fix: 'Use $ref instead.',
    },
    dangling_reference: { cause: 'There’s no schema at “{definition}”.' },
    too_many_options: {
      cause: 'There are too many options.',
      fix: 'Use at most {limit, plural, one {# option} other {# options}}.',
    },
    option_too_long: {
      cause: 'This option is too long.',
      fix: 'Use at most {limit, plural, one {# character} other {# characters}}.',
    },
    pattern_too_long: {
      cause: 'This pattern is too long.',
      fix: 'Use at most {limit, plural, one {# character} other {# characters}}.',
    },
    pattern_invalid: { cause: 'This pattern isn’t a valid regular expression.' },
    pattern_repeats: { cause: 'This pattern has too many repetitions.', fix: 'Simplify it.' },
    pattern_ambiguous: {
      cause:
        'This pattern repeats something that can be split in many ways, such as (a+)+, so some programs take forever to check it.',
      fix: 'Repeat only once: a+ instead of (a+)+.',
    },
    pattern_refers_back: {
      cause: 'Patterns can’t refer back to a group.',
      fix: 'Rewrite it without the reference.',
    },
    pattern_group: {
      cause: 'Patterns can’t use lookaheads, lookbehinds, or flags.',
      fix: 'Rewrite it without them.',
    },
    ui_too_large: {
      cause: 'The description of how the form looks is too large.',
      fix: 'Use at most {limit, plural, one {# byte} other {# bytes}}.',
    },
    order_not_list: { cause: 'The order must be a list of field names.' },
    unknown_field: { cause: 'The form doesn’t have this field.' },
    widgets_not_object: { cause: 'The widgets must be an object with one entry for each field.' },
  },
  answers: {
    submitted: 'Thank you! We’ve received your response.',
  },
  events: {
    form: {
      submitted: 'Someone submitted a form.',
    },
  },
};
