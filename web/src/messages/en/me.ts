export default {
  title: {
    shifts: 'My shifts',
    hours: 'My hours',
    journeys: 'My journeys',
    badges: 'My badges',
    forms: 'My forms',
    profile: 'Profile',
    availability: 'Availability',
    settings: 'My settings',
  },
} as const;
