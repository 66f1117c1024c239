import { useTranslations } from 'use-intl';
import classes from '../../../ui/card.module.css';
import { Page } from '../../../ui/page.tsx';
import { LeaderboardConsent } from '../../badges/index.ts';
import { MailChoice } from '../../notifications/index.ts';
import { EraseAccount, ExportData } from '../my-data.tsx';
import { PasswordForm } from '../password-form.tsx';
import { Sessions } from '../sessions.tsx';

export function MySettingsPage() {
  const t = useTranslations('accounts');
  return (
    <Page title={t('title.settings')} lead={t('settings.lead')}>
      <MailChoice />
      <LeaderboardConsent />
      <PasswordForm />
      <Sessions />
      <section className={classes['section']} aria-labelledby="my-data">
        <h2 id="my-data" className={classes['heading']}>
          {t('settings.data')}
        </h2>
        <ExportData />
        <EraseAccount />
      </section>
    </Page>
  );
}
