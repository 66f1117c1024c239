export default {
  title: {
    list: 'Journeys',
    journey: 'Journey',
    manage: 'Journeys',
    edit: 'Journey',
  },
} as const;
