import { type Static, Type } from 'typebox';
import { profileFields } from '#kernel/profile-fields.ts';
import { Nullable, StringEnum } from '#platform/http/schema.ts';

export const ProfileFields = Type.Array(StringEnum(profileFields), {
  maxItems: profileFields.length,
  uniqueItems: true,
});

const ClockTime = Type.String({
  maxLength: 5,
  pattern: '^([01]\\d|2[0-3]):[0-5]\\d$',
  examples: ['22:00'],
});
export const Policies = Type.Object(
  {
    signup_opens_days: Type.Optional(
      Nullable(
        Type.Integer({
          minimum: 0,
          maximum: 730,
          description: 'How many days before the start sign-up opens. Null: any time.',
        }),
      ),
    ),
    signup_closes_minutes: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 525_600,
        description: 'How many minutes before the start sign-up closes.',
      }),
    ),
    cancel_cutoff_hours: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 8_760,
        description: 'Cancelling later than this many hours before the start is late. Default: 24.',
      }),
    ),
    allow_late_cancellation: Type.Optional(
      Type.Boolean({
        description: 'True (default): late cancellations are marked as late. False: they’re refused.',
      }),
    ),
    change_cutoff_hours: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 8_760,
        description: 'Switching to another shift is possible until this many hours before the start.',
      }),
    ),
    min_rest_minutes: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 10_080,
        description: 'Minimum rest between two shifts of a person.',
      }),
    ),
    max_hours_per_week: Type.Optional(
      Nullable(
        Type.Integer({
          minimum: 1,
          maximum: 168,
          description: 'Maximum hours of a person per week. Null: no limit.',
        }),
      ),
    ),
    waitlist_mode: Type.Optional(
      StringEnum(['auto', 'offer'] as const, {
        description:
          '`auto`: a freed spot goes to the next person. `offer`: it’s held for them until they accept.',
      }),
    ),
    swap_mode: Type.Optional(
      StringEnum(['open', 'approval', 'off'] as const, {
        description:
          '`open`: people can offer their spot to other members. `approval`: a coordinator approves each swap. `off`: they can’t.',
      }),
    ),
    minors: Type.Optional(
      Nullable(
        Type.Object(
          {
            minimum_age: Type.Optional(
              Type.Integer({ minimum: 0, maximum: 21, description: 'Younger people can’t sign up.' }),
            ),
            night_from: Type.Optional({
              ...ClockTime,
              description: 'Minors can’t work at night: from this local time. Default: 22:00.',
            }),
            night_until: Type.Optional({
              ...ClockTime,
              description: 'Until this local time. Default: 06:00.',
            }),
            max_hours_per_day: Type.Optional(
              Type.Integer({ minimum: 1, maximum: 24, description: 'Maximum hours of a minor per day.' }),
            ),
          },
          {
            description:
              'For people under 18. Null: no rules for minors, neither the default nor those of the organization.',
          },
        ),
      ),
    ),
  },
  { title: 'Policies', description: 'Sign-up rules. A program can override those of its organization.' },
);
export type PolicyValues = Static<typeof Policies>;
