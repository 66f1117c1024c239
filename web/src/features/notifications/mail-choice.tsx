import { Stack, Switch, Text } from '@mantine/core';
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

type Profile = Schemas['Profile'];
type Kind = keyof Messages['notifications']['kinds'];

const kinds = [
  'reminder',
  'shift_changed',
  'shift_cancelled',
  'shift_asked',
  'shift_message',
  'signup_confirmed',
  'signup_pending',
  'approved',
  'rejected',
  'signup_cancelled',
  'waitlisted',
  'offered',
  'promoted',
  'badge_awarded',
  'journey_reminder',
  'member_removed',
  'understaffed',
] as const satisfies readonly Kind[];

const profileQuery = apiQuery('/api/v1/me');

/** Which mails someone wants. What is not named in the profile is on. */
export function MailChoice() {
  const t = useTranslations('notifications');
  const profile = useQuery(profileQuery);
  return (
    <section className={classes['section']} aria-labelledby="mails">
      <h2 id="mails" className={classes['heading']}>
        {t('mail')}
      </h2>
      <Text c="dimmed">{t('mailText')}</Text>
      <Loaded query={profile}>{(data) => <Kinds profile={data} />}</Loaded>
    </section>
  );
}

function Kinds({ profile }: { readonly profile: Profile }) {
  const t = useTranslations('notifications.kinds');
  const { may } = useMembership();
  const change = useApiMutation('patch', '/api/v1/me', {
    optimistic: (draft, { body }) =>
      draft.update<Profile>(profileQuery.queryKey, (old) => ({
        ...old,
        notification_preferences: { ...old.notification_preferences, ...body.notification_preferences },
      })),
    invalidates: [profileQuery.queryKey],
  });
  const wanted = profile.notification_preferences;
  return (
    <Stack gap={0}>
      <Problem error={change.error} />
      {kinds
        .filter((kind) => kind !== 'understaffed' || may('coordinator'))
        .map((kind) => (
          <Switch
            key={kind}
            className={classes['option'] ?? ''}
            label={t(kind)}
            checked={wanted[kind] !== false}
            onChange={({ currentTarget: { checked } }) =>
              change.mutate({ body: { notification_preferences: { ...wanted, [kind]: checked } } })
            }
          />
        ))}
    </Stack>
  );
}
