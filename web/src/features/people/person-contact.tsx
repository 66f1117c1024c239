import { Anchor, Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useOrganizationId } from '../../api/me.ts';
import { useApiMutation } from '../../api/mutation.ts';
import type { Member } from '../../api/use-member.ts';
import { useTimes } from '../../time/hooks.ts';
import { Problem } from '../../ui/problem.tsx';
import classes from '../../ui/rows.module.css';
import { PlainSection } from '../../ui/section.tsx';

/** How to reach someone, and whom to call when something happens to them. */
export function PersonContact({ member }: { readonly member: Member }) {
  const t = useTranslations('people.person');
  const times = useTimes();
  const { phone, email, date_of_birth: birth } = member;
  return (
    <PlainSection title={t('contact')}>
      <dl className={classes['states']}>
        <Fact name={t('phone')}>{phone === null ? <NotGiven /> : <CallLink phone={phone} />}</Fact>
        <Fact name={t('email')}>
          {email === null ? (
            <NotGiven />
          ) : (
            <Anchor underline="always" href={`mailto:${email}`}>
              {email}
            </Anchor>
          )}
        </Fact>
        {member.asks_date_of_birth && (
          <Fact name={t('birth')}>
            {birth === null ? <NotGiven /> : times.format('dayAndYear', `${birth}T00:00:00Z`, 'UTC')}
          </Fact>
        )}
        <Fact name={t('emergency')}>
          {member.has_emergency_contact ? <EmergencyContact member={member} /> : <NotGiven />}
        </Fact>
      </dl>
    </PlainSection>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className={classes['state']}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function NotGiven() {
  const t = useTranslations('people.person');
  return <Text c="dimmed">{t('notGiven')}</Text>;
}

function CallLink({ phone }: { readonly phone: string }) {
  return (
    <Anchor underline="always" href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`}>
      {phone}
    </Anchor>
  );
}

const takeFocus = (element: HTMLElement | null) => element?.focus({ preventScroll: true });

/** Shown on demand only: the service records each look. */
function EmergencyContact({ member }: { readonly member: Member }) {
  const t = useTranslations('people.person');
  const path = { id: useOrganizationId(), user_id: member.user_id };
  const show = useApiMutation('post', '/api/v1/organizations/{id}/members/{user_id}/emergency-contact');
  const contact = show.data?.emergency_contact;
  if (contact === null) return <NotGiven />;
  if (contact !== undefined)
    return (
      // The button is gone: what it showed takes the focus, and is read aloud.
      <Text component="span" tabIndex={-1} ref={takeFocus}>
        {contact.name}
        {contact.relation !== undefined && contact.relation !== '' && ` (${contact.relation})`}
        {', '}
        <CallLink phone={contact.phone} />
      </Text>
    );
  return (
    <>
      <Group gap="sm">
        <Button
          variant="default"
          aria-label={t('showOf', { name: member.name })}
          loading={show.isPending}
          onClick={() => show.mutate({ path })}
        >
          {t('show')}
        </Button>
        <Text size="sm" c="dimmed">
          {t('showHint')}
        </Text>
      </Group>
      <Problem error={show.error} />
    </>
  );
}
