import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import type { Schemas } from '../../../api/client.ts';
import { useFreshness } from '../../../api/live.ts';
import { registrationFor, useMyRegistrations } from '../../../api/my-registrations.ts';
import { hasCode } from '../../../api/problem.ts';
import { apiQuery } from '../../../api/query.ts';
import { ButtonLink } from '../../../ui/links.tsx';
import { Page } from '../../../ui/page.tsx';
import { EmptyState, Loaded } from '../../../ui/states.tsx';
import { PosterDoor } from '../../attendance/index.ts';
import { ShareShift } from '../shift-page/share-shift.tsx';
import { Organizer, ShiftFacts } from '../shift-page/shift-facts.tsx';
import { ShiftNeeds } from '../shift-page/shift-needs.tsx';
import classes from '../shift-page/shift-page.module.css';
import { YourPlace } from '../shift-page/your-place.tsx';

const route = getRouteApi('/shifts/$id');

export function ShiftPage() {
  const t = useTranslations('signups');
  const id = Number(route.useParams().id);
  const shift = useQuery({ ...apiQuery('/api/v1/shifts/{id}', { path: { id } }), ...useFreshness() });
  if (hasCode(shift.error, 'not_found', 'validation_failed')) return <NoShift />;
  return (
    <Page title={shift.data?.title || t('title.shift')} width="wide">
      <Loaded query={shift}>{(data) => <ShiftContent shift={data} />}</Loaded>
    </Page>
  );
}

function ShiftContent({ shift }: { readonly shift: Schemas['Shift'] }) {
  const t = useTranslations('signups.facts');
  const { code } = route.useSearch();
  const mine = useMyRegistrations();
  const registration = registrationFor(mine.data?.items, shift.id);
  return (
    <div className={classes['layout']}>
      <ShiftFacts shift={shift} />
      <div
        className={`${classes['side']} ${classes['layout']}`}
        style={{ gridTemplateColumns: 'minmax(0, 1fr)' }}
      >
        {code !== undefined && <PosterDoor shift={shift} code={code} registration={registration} />}
        <YourPlace shift={shift} registration={registration} isLoading={mine.isLoading} />
      </div>
      {shift.description !== '' && (
        <section className={classes['main']} aria-labelledby="about">
          <h2 id="about" className={classes['heading']}>
            {t('about')}
          </h2>
          <p className={classes['prose']}>{shift.description}</p>
        </section>
      )}
      <ShiftNeeds shift={shift} />
      <Organizer shift={shift} />
      <div className={`${classes['main']} ${classes['share']}`}>
        <ShareShift shift={shift} />
        <ButtonLink to="/" search={{ program: shift.program_id }} variant="subtle">
          {t('similar')}
        </ButtonLink>
      </div>
    </div>
  );
}

function NoShift() {
  const t = useTranslations('common');
  return (
    <Page title={t('notFound.title')} width="narrow">
      <EmptyState
        title={t('notFound.title')}
        text={t('notFound.text')}
        action={<ButtonLink to="/">{t('action.toBoard')}</ButtonLink>}
      />
    </Page>
  );
}
