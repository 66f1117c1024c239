import { Checkbox, Text } from '@mantine/core';
import type { Schemas } from '@muster/client';
import { useQuery } from '@tanstack/react-query';
import type { Messages } from 'use-intl';
import { useTranslations } from 'use-intl';
import { useMembership } from '../../api/me.ts';
import { useApiMutation } from '../../api/mutation.ts';
import { apiQuery } from '../../api/query.ts';
import classes from '../../ui/card.module.css';
import { Problem } from '../../ui/problem.tsx';
import { Loaded } from '../../ui/states.tsx';
import own from './notifications.module.css';
import { PushSwitch } from './push-switch.tsx';

type Profile = Schemas['Profile'];
type Kind = keyof Messages['notifications']['kinds'];

const kinds = [
  'reminder',
  'shift_changed',
  'shift_cancelled',
  'shift_asked',
  'swap',
  'shift_message',
  'signup_confirmed',
  'signup_pending',
  'approved',
  'rejected',
  'signup_cancelled',
  'waitlisted',
  'offered',
  'promoted',
  'hours_decided',
  'badge_awarded',
  'journey_reminder',
  'member_removed',
  'understaffed',
] as const satisfies readonly Kind[];
const channels = ['email', 'push', 'app'] as const;
type Choices = Profile['notification_preferences'];

function merged(old: Choices, change: Choices = {}): Choices {
  const named = kinds.filter((kind) => change[kind] !== undefined);
  return { ...old, ...Object.fromEntries(named.map((kind) => [kind, { ...old[kind], ...change[kind] }])) };
}

const profileQuery = apiQuery('/api/v1/me');

/** What someone wants to be notified of, and where. What is not named in the profile is on. */
export function NotificationChoice() {
  const t = useTranslations('notifications');
  const profile = useQuery(profileQuery);
  return (
    <section className={classes['section']} aria-labelledby="notifications">
      <h2 id="notifications" className={classes['heading']}>
        {t('choice')}
      </h2>
      <Text c="dimmed">{t('choiceText')}</Text>
      <PushSwitch />
      <Loaded query={profile}>{(data) => <Kinds profile={data} />}</Loaded>
    </section>
  );
}

function Kinds({ profile }: { readonly profile: Profile }) {
  const t = useTranslations('notifications');
  const { may } = useMembership();
  const change = useApiMutation('patch', '/api/v1/me', {
    optimistic: (draft, { body }) =>
      draft.update<Profile>(profileQuery.queryKey, (old) => ({
        ...old,
        notification_preferences: merged(old.notification_preferences, body.notification_preferences),
      })),
    invalidates: [profileQuery.queryKey, ['/api/v1/me/notifications'], ['/api/v1/me/waiting']],
  });
  const wanted: Choices = profile.notification_preferences;
  return (
    <>
      <Problem error={change.error} />
      <table className={own['choices']}>
        <thead>
          <tr>
            <th scope="col">{t('about')}</th>
            {channels.map((channel) => (
              <th key={channel} scope="col">
                {t(`channel.${channel}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {kinds
            .filter((kind) => kind !== 'understaffed' || may('coordinator'))
            .map((kind) => (
              <tr key={kind}>
                <th scope="row">{t(`kinds.${kind}`)}</th>
                {channels.map((channel) => (
                  <td key={channel}>
                    <Checkbox
                      aria-label={t('choose', { kind: t(`kinds.${kind}`), channel: t(`channel.${channel}`) })}
                      checked={wanted[kind]?.[channel] !== false}
                      onChange={({ currentTarget: { checked } }) =>
                        change.mutate({
                          body: {
                            notification_preferences: { [kind]: { [channel]: checked } },
                          },
                        })
                      }
                    />
                  </td>
                ))}
              </tr>
            ))}
        </tbody>
      </table>
    </>
  );
}
