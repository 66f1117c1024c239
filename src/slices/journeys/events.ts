import { defineEvent } from '#kernel/event.ts';

const enrollment = { enrollment_id: 88, journey_id: 1, user_id: 42, name: 'Welcome to the harbor' };

export const journeyEnrolled = defineEvent('journey.enrolled', {
  ...enrollment,
  version: 1,
  source: 'self_service',
});
export const journeyStepCompleted = defineEvent('journey.step_completed', {
  ...enrollment,
  step_id: 3,
  step_key: 'first_shift',
  title: 'Come to your first shift',
  kind: 'attend_shifts' as string,
  status: 'completed' as string,
  completed_at: '2026-11-14T14:02:00.000Z',
});
export const journeyCompleted = defineEvent('journey.completed', {
  ...enrollment,
  version: 1,
  completed_at: '2026-11-14T14:02:00.000Z',
  badge_id: 1 as number | null,
});

export const journeyStepReopened = defineEvent('journey.step_reopened', {
  ...enrollment,
  step_id: 3,
  step_key: 'first_shift',
  title: 'Come to your first shift',
  kind: 'attend_shifts' as string,
});
export const journeyWithdrawn = defineEvent('journey.withdrawn', {
  ...enrollment,
  reason: 'Moved away.' as string | null,
});

export const journeyEvents = [
  journeyEnrolled,
  journeyStepCompleted,
  journeyStepReopened,
  journeyCompleted,
  journeyWithdrawn,
];
