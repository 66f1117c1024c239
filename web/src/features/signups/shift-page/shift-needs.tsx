import type { Schemas } from '@muster/client';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { apiQuery } from '../../../api/query.ts';
import card from '../../../ui/card.module.css';
import { TextLink } from '../../../ui/links.tsx';
import classes from './shift-page.module.css';

type Needs = Schemas['ShiftNeeds'];

/** What a shift asks for, and whose it is. */
export const useNeeds = (id: number) => useQuery(apiQuery('/api/v1/shifts/{id}/needs', { path: { id } }));

/** What the mission asks of people who take part, for everyone to see before they sign up. */
export function ShiftNeeds({ shift }: { readonly shift: Schemas['Shift'] }) {
  const t = useTranslations('signups.facts');
  const needs = useNeeds(shift.id);
  if (needs.data === undefined) return null;
  return (
    <section className={classes['main']} aria-labelledby="needs">
      <h2 id="needs" className={card['heading']}>
        {t('needs')}
      </h2>
      <NeedsList needs={needs.data} />
    </section>
  );
}

function NeedsList({ needs }: { readonly needs: Needs }) {
  const t = useTranslations('signups');
  const { minimum_age: age, profile_fields: fields } = needs;
  const links = [
    ...needs.forms.map((one) => ({ ...one, to: '/forms/$id', words: 'form' }) as const),
    ...needs.badges.map((one) => ({ ...one, to: '/badges/$id', words: 'badge' }) as const),
    ...needs.journeys.map((one) => ({ ...one, to: '/journeys/$id', words: 'journey' }) as const),
  ];
  if (links.length === 0 && fields.length === 0 && age === null) {
    return <p className={card['prose']}>{t('facts.needsNone')}</p>;
  }
  return (
    <ul>
      {age !== null && <li>{t('needs.age', { age })}</li>}
      {fields.map(({ field, done }) => (
        <li key={field}>
          {t(`needs.${field}`)}
          <State done={done} />
        </li>
      ))}
      {links.map(({ to, id, name, words, done }) => (
        <li key={`${words} ${id}`}>
          <TextLink to={to} params={{ id: String(id) }}>
            {t(`needs.${words}`, { name })}
          </TextLink>
          <State done={done} />
        </li>
      ))}
    </ul>
  );
}

/** Visitors have no state. */
function State({ done }: { readonly done: boolean | null }) {
  const t = useTranslations('signups.needs');
  return done === null ? null : <span className={card['dim']}> · {t(done ? 'done' : 'open')}</span>;
}
