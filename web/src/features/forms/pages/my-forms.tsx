import { Text } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useMembership, useOrganizations } from '../../../api/me.ts';
import { apiPages, apiQuery } from '../../../api/query.ts';
import { deviceZone } from '../../../time/calendar.ts';
import { useTimes } from '../../../time/hooks.ts';
import classes from '../../../ui/card.module.css';
import { CursorList } from '../../../ui/cursor-list.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
import { Page } from '../../../ui/page.tsx';
import { ListSkeleton, Loaded } from '../../../ui/states.tsx';
import { isUpToDate } from '../form-shape.ts';

export function MyFormsPage() {
  const t = useTranslations('forms');
  return (
    <Page title={t('title.mine')} lead={t('mine.lead')}>
      <OpenForms />
      <SentForms />
    </Page>
  );
}

function OpenForms() {
  const t = useTranslations('forms.mine');
  const { organization } = useMembership();
  const { isLoading } = useOrganizations();
  const forms = useQuery({
    ...apiQuery('/api/v1/forms', {
      query: { status: 'published', limit: 200, ...(organization && { organization_id: organization.id }) },
    }),
    enabled: organization !== undefined,
  });
  const sent = useQuery(apiQuery('/api/v1/me/submissions', { query: { limit: 200 } }));
  return (
    <section className={classes['section']} aria-labelledby="open-forms">
      <h2 id="open-forms" className={classes['heading']}>
        {t('open')}
      </h2>
      {isLoading ? (
        <ListSkeleton rows={2} />
      ) : organization === undefined ? (
        <Text c="dimmed">{t('openNone')}</Text>
      ) : (
        <Loaded query={forms} skeleton={<ListSkeleton rows={2} />}>
          {({ items }) => {
            const open = items.filter(
              (form) => !sent.data?.items.some((one) => one.form_id === form.id && isUpToDate(form, one)),
            );
            if (open.length === 0) return <Text c="dimmed">{t('openNone')}</Text>;
            return (
              <ul className={classes['list']}>
                {open.map((form) => (
                  <li key={form.id} className={classes['card']}>
                    <div className={classes['row']}>
                      <div className={classes['words']}>
                        <h3 className={classes['title']}>{form.title}</h3>
                        <Text c="dimmed">{form.description}</Text>
                      </div>
                      <ButtonLink
                        to="/forms/$id"
                        params={{ id: String(form.id) }}
                        search={{ next: '/me/forms' }}
                        aria-label={t('fillOf', { form: form.title })}
                      >
                        {t('fill')}
                      </ButtonLink>
                    </div>
                  </li>
                ))}
              </ul>
            );
          }}
        </Loaded>
      )}
    </section>
  );
}

function SentForms() {
  const t = useTranslations('forms.mine');
  const times = useTimes();
  const sent = useInfiniteQuery(apiPages('/api/v1/me/submissions'));
  return (
    <section className={classes['section']} aria-labelledby="sent-forms">
      <h2 id="sent-forms" className={classes['heading']}>
        {t('sent')}
      </h2>
      <CursorList query={sent} empty={<Text c="dimmed">{t('sentNone')}</Text>}>
        {(items) => (
          <ul className={classes['list']}>
            {items.map(({ id, form_id, form_title: form, submitted_at: at }) => (
              <li key={id} className={classes['card']}>
                <div className={classes['row']}>
                  <div className={classes['words']}>
                    <h3 className={classes['title']}>{form}</h3>
                    <Text c="dimmed">
                      {t('sentOn', { date: times.format('dayAndYear', at, deviceZone) })}
                    </Text>
                  </div>
                  <ButtonLink
                    to="/forms/$id"
                    params={{ id: String(form_id) }}
                    variant="default"
                    aria-label={t('seeOf', { form })}
                  >
                    {t('see')}
                  </ButtonLink>
                </div>
              </li>
            ))}
          </ul>
        )}
      </CursorList>
    </section>
  );
}
