import type { Schemas } from '@muster/client';

export interface Step {
  readonly name: 'about' | 'program' | 'shift' | 'share' | 'joining' | 'invite' | 'mail';
  readonly to: string;
  readonly isDone: boolean;
}

/** What a new organization has to do, in a good order. */
export function stepsOf(setup: Schemas['Setup']): readonly Step[] {
  return [
    // Name and time zone come with the account; the step shows them and leads to where they are changed.
    { name: 'about', to: '/manage/settings', isDone: true },
    // A new shift can create its program.
    { name: 'program', to: '/manage/programs', isDone: setup.has_program },
    { name: 'shift', to: '/manage/shifts/new', isDone: setup.has_shift },
    // The page of the shift has a button to share it.
    {
      name: 'share',
      to: setup.shift_id === null ? '/' : `/shifts/${setup.shift_id}`,
      isDone: setup.has_signup,
    },
    { name: 'joining', to: '/manage/settings', isDone: setup.has_joining },
    { name: 'invite', to: '/manage/members', isDone: setup.has_people },
    { name: 'mail', to: '/manage/settings', isDone: setup.mail !== 'none' },
  ];
}
