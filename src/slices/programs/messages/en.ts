export default {
  errors: {
    mission_not_found: { cause: 'Mission not found.' },
    mission_archived: { cause: 'This mission is archived.', fix: 'Restore it or choose another one.' },
    default_mission_archived: {
      cause: 'The program’s default mission, “{mission}”, is archived.',
      fix: 'Restore the mission first.',
    },
    default_mission: {
      cause: 'This is the default mission of the program “{program}”.',
      fix: 'Give the program another default mission, or archive the program first.',
    },
    required_form: {
      cause: 'This form is still a requirement of {missions}.',
      fix: 'Remove it there first.',
    },
    required_badge: {
      cause: 'This badge is still a requirement of {missions}.',
      fix: 'Remove it there first.',
    },
    required_journey: {
      cause: 'This journey is still a requirement of {missions}.',
      fix: 'Remove it there first.',
    },
    form_in_journey: {
      cause: 'This form is still a step of {journeys}.',
      fix: 'Remove the step there first.',
    },
    badge_in_journey: {
      cause: 'This badge is still a step of {journeys}.',
      fix: 'Remove the step there first.',
    },
    mission_in_journey: {
      cause: 'This mission still counts toward a step of {journeys}.',
      fix: 'Change the step there first.',
    },
    program_in_journey: {
      cause: 'This program still counts toward a step of {journeys}.',
      fix: 'Change the step there first.',
    },
    journey_for_badge: {
      cause: 'This journey still counts toward {badges}.',
      fix: 'Change or archive the badge first.',
    },
    program_for_badge: {
      cause: 'This program still counts toward {badges}.',
      fix: 'Change or archive the badge first.',
    },
    form_not_found: { cause: 'Form not found.' },
    badge_not_found: { cause: 'Badge not found.' },
    journey_not_found: { cause: 'Journey not found.' },
    form_archived: { cause: 'The form “{name}” is archived.', fix: 'Restore it or choose another one.' },
    badge_archived: { cause: 'The badge “{name}” is archived.', fix: 'Restore it or choose another one.' },
    journey_archived: {
      cause: 'The journey “{name}” is archived.',
      fix: 'Restore it or choose another one.',
    },
    form_draft: { cause: 'The form “{name}” is still a draft.', fix: 'Publish it first.' },
    journey_draft: { cause: 'The journey “{name}” is still a draft.', fix: 'Publish it first.' },
  },
};
