export default {
  title: {
    today: 'Today',
    shifts: 'Plan shifts',
    newShift: 'New shift',
    roster: 'Roster',
    hours: 'Hours',
    programs: 'Programs',
    missions: 'Missions',
  },
} as const;
