import plan from './plan.ts';
import roster from './roster.ts';
import setup from './set-up.ts';
import staffing from './staffing.ts';
import today from './today.ts';

export default {
  ...staffing,
  ...today,
  plan,
  roster,
  setup,
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
