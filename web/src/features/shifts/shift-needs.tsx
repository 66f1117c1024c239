import { useQueries, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import type { Schemas } from '../../api/client.ts';
import { apiQuery } from '../../api/query.ts';
import { TextLink } from '../../components/links.tsx';
import classes from './shift-page.module.css';

type Requirements = Schemas['Requirements'];

/** What the mission asks of whoever takes part, for everybody to see before they sign up. */
export function ShiftNeeds({ shift }: { readonly shift: Schemas['Shift'] }) {
  const t = useTranslations('shift.facts');
  const mission = useQuery(apiQuery('/api/v1/missions/{id}', { path: { id: shift.mission_id } }));
  const organization = useQuery(
    apiQuery('/api/v1/organizations/{id}', { path: { id: shift.organization_id } }),
  );
  if (mission.data === undefined) return null;
  const { requirements } = mission.data;
  const fields = new Set([
    ...(requirements.profile_fields ?? []),
    ...(organization.data?.required_profile_fields ?? []),
  ]);
  return (
    <section className={classes['main']} aria-labelledby="needs">
      <h2 id="needs" className={classes['heading']}>
        {t('needs')}
      </h2>
      <Needs requirements={requirements} fields={[...fields]} />
    </section>
  );
}

interface NeedsProps {
  readonly requirements: Requirements;
  readonly fields: readonly NonNullable<Requirements['profile_fields']>[number][];
}

function Needs({ requirements, fields }: NeedsProps) {
  const t = useTranslations('shift');
  const { forms = [], badges = [], journeys = [], minimum_age: age = null } = requirements;
  const named = useQueries({
    queries: [
      ...forms.map((id) => apiQuery('/api/v1/forms/{id}', { path: { id } })),
      ...badges.map((id) => apiQuery('/api/v1/badges/{id}', { path: { id } })),
      ...journeys.map((id) => apiQuery('/api/v1/journeys/{id}', { path: { id } })),
    ] as ReturnType<typeof apiQuery<'/api/v1/forms/{id}'>>[],
  }).map(({ data }) => nameOf(data));
  const links = [
    ...forms.map((id) => ({ to: '/forms/$id', id, words: 'form' }) as const),
    ...badges.map((id) => ({ to: '/badges/$id', id, words: 'badge' }) as const),
    ...journeys.map((id) => ({ to: '/journeys/$id', id, words: 'journey' }) as const),
  ];
  if (links.length === 0 && fields.length === 0 && age === null) {
    return <p className={classes['prose']}>{t('facts.needsNone')}</p>;
  }
  return (
    <ul>
      {age !== null && <li>{t('needs.age', { age })}</li>}
      {fields.map((field) => (
        <li key={field}>{t(`needs.${field}`)}</li>
      ))}
      {links.map(({ to, id, words }, index) => (
        <li key={`${words} ${id}`}>
          <TextLink to={to} params={{ id: String(id) }}>
            {t(`needs.${words}`, { name: named[index] ?? '…' })}
          </TextLink>
        </li>
      ))}
    </ul>
  );
}

/** Forms have a title; badges and journeys have a name. */
function nameOf(data: unknown): string | undefined {
  const { title, name } = (data ?? {}) as { title?: string; name?: string };
  return title ?? name;
}
