const item = '{kind, select, badge {badge} form {form} mission {mission} other {program}}';

export default {
  errors: {
    not_published: {
      cause: 'This journey isn’t open right now.',
      other: { cause: 'This journey isn’t open right now.', fix: 'Publish it first.' },
    },
    invitation_only: { cause: 'This organization is invitation-only.', fix: 'Ask to join first.' },
    not_a_member: {
      cause: 'This person is not a member of the organization.',
      fix: 'Invite them first.',
    },
    completed: {
      cause: 'You’ve already completed this journey.',
      other: { cause: '{name} has already completed this journey.' },
    },
    withdrawn: {
      cause: 'You’ve left this journey.',
      fix: 'Start it again first.',
      other: { cause: '{name} has left this journey.', fix: 'Start it again for them first.' },
    },
    left_organization: {
      cause: 'You’re no longer a member of the organization.',
      fix: 'Join it again to continue.',
      other: {
        cause: '{name} is no longer a member of the organization.',
        fix: 'They can continue when they’re back.',
      },
    },
    step_not_found: {
      cause: 'This step isn’t part of the journey anymore.',
      fix: 'Reload and try again.',
    },
    step_done: { cause: 'This step is already {status}.', fix: 'If that’s a mistake, undo it first.' },
    earlier_step: { cause: '“{step}” comes first.', fix: 'Complete or skip it.' },
    automatic_step: { cause: 'This step was completed automatically and can’t be undone.' },
    no_steps: { cause: 'This journey doesn’t have any steps yet.', fix: 'Add at least one.' },
    no_required_step: {
      cause: 'None of the steps is required, so the journey would be complete right away.',
      fix: 'Make at least one step required.',
    },
    circular_badge: {
      cause: 'This journey awards this badge, so it can’t also require it.',
      fix: 'Choose another badge.',
    },
    item_not_found: {
      cause: '{kind, select, badge {Badge} form {Form} mission {Mission} other {Program}} not found.',
    },
    item_archived: { cause: `The ${item} “{name}” is archived.`, fix: 'Restore it or choose another one.' },
    form_draft: { cause: 'The form “{name}” is still a draft.', fix: 'Publish it first.' },
    config_required: { cause: 'This step needs this field.' },
    config_unknown: { cause: 'This field doesn’t apply to this kind of step.', fix: 'Leave it out.' },
    whole_number: { fix: 'Enter a whole number from {least, number} to {most, number}.' },
    not_chosen: { fix: 'Choose one from the list.' },
    true_or_false: { fix: 'Use true or false.' },
    hours: { fix: 'Enter a number of hours, up to {most, number}.' },
    hours_or_minutes: { fix: 'Enter either hours or minutes.' },
    instructions: { fix: 'Enter text of at most {limit, number} characters.' },
    profile_fields: { fix: 'Choose one or more of these, each only once: {fields}.' },
    duplicate_key: { cause: 'Two steps have the key “{key}”.', fix: 'Give each step its own key.' },
    wait_deadline: {
      cause: 'A waiting step can’t have a deadline.',
      fix: 'Remove the deadline.',
    },
    reminder_without_deadline: {
      cause: 'A reminder needs a deadline.',
      fix: 'Add a deadline or remove the reminder.',
    },
    reminder_too_early: {
      cause: 'The reminder would be sent before the step opens.',
      fix: 'Enter fewer than {deadline, plural, one {# day} other {# days}}.',
    },
  },
  words: {
    completed: 'done',
    skipped: 'skipped',
  },
  answers: {
    progress: '{done, number} of {required, plural, one {# step} other {# steps}} done.',
    completed: 'This journey is complete.',
    left: 'Journey ended. It can be started again at any time.',
    moved: 'Now on version {version, number}, the latest.',
    archived: 'Archived. People who have started it can still finish.',
    step: {
      complete: 'Step marked as done.',
      skip: 'Step skipped.',
      undo: 'Step reopened.',
    },
  },
  events: {
    journey: {
      enrolled: 'Someone started a journey.',
      step_completed: 'Someone completed a step of a journey, or a coordinator skipped it for them.',
      step_reopened: 'A coordinator undid a step of someone’s journey.',
      completed: 'Someone completed a journey.',
      withdrawn: 'Someone left a journey or the organization, or a coordinator ended the journey for them.',
    },
  },
};
