import { Button, Stack, Text } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { type Membership, useOrganizations } from '../../api/me.ts';
import { useApiMutation } from '../../api/mutation.ts';
import { queryClient } from '../../api/query.ts';
import card from '../../ui/card.module.css';
import { KeepFocus } from '../../ui/keep-focus.tsx';
import { ConfirmAction, lazyDialog } from '../../ui/lazy-dialog.tsx';
import { notify } from '../../ui/notify.ts';

const CreateOrganization = lazyDialog(() => import('./create-organization.tsx'));

/** The organizations that the reader is a member of, each with a way out, and a new one. */
export function MyOrganizations() {
  const t = useTranslations('organizations');
  const { memberships } = useOrganizations();
  return (
    <KeepFocus>
      <section className={card['section']} aria-labelledby="my-organizations">
        <h2 id="my-organizations" className={card['heading']}>
          {t('mine.title')}
        </h2>
        {memberships.length > 0 && (
          <ul className={card['list']}>
            {memberships.map((membership) => (
              <OneOrganization key={membership.id} membership={membership} />
            ))}
          </ul>
        )}
        <CreateOrganization>
          {(open) => (
            <Button variant="default" mt="sm" onClick={open}>
              {t('create.title')}
            </Button>
          )}
        </CreateOrganization>
      </section>
    </KeepFocus>
  );
}

function OneOrganization({ membership: { id, name, role } }: { readonly membership: Membership }) {
  const t = useTranslations('organizations.mine');
  const roleName = useTranslations('common.roles');
  const leave = useApiMutation('post', '/api/v1/organizations/{id}/leave', {
    onSuccess: () => {
      notify.success(t('left', { organization: name }));
      // Shifts, hours, badges: what is shown of it can be anywhere.
      void queryClient.invalidateQueries();
    },
  });
  return (
    <li className={card['card']}>
      <div className={card['row']}>
        <div className={card['words']}>
          <Text fw={600}>{name}</Text>
          <Text c="dimmed" size="sm">
            {roleName(role)}
          </Text>
        </div>
        <ConfirmAction
          title={t('leaveTitle', { organization: name })}
          text={
            <Stack gap="xs">
              <Text>{t('leaveText')}</Text>
              {(role === 'admin' || role === 'owner') && <Text>{t('leaveAccess')}</Text>}
            </Stack>
          }
          confirmLabel={t('leave')}
          isDangerous
          onConfirm={() => leave.mutateAsync({ path: { id } })}
        >
          {(ask) => (
            <Button variant="default" aria-label={t('leaveOf', { organization: name })} onClick={ask}>
              {t('leave')}
            </Button>
          )}
        </ConfirmAction>
      </div>
    </li>
  );
}
