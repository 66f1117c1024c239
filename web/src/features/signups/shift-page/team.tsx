import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useFreshness } from '../../../api/live.ts';
import { apiPages, apiQuery } from '../../../api/query.ts';
import card from '../../../ui/card.module.css';
import { CursorList } from '../../../ui/cursor-list.tsx';
import { useNeeds } from './shift-needs.tsx';
import classes from './shift-page.module.css';

interface TeamProps {
  readonly shiftId: number;
}

/** For someone on the shift. */
export function TeamNotes({ shiftId }: TeamProps) {
  const path = { path: { id: shiftId } };
  const { data } = useQuery({ ...apiQuery('/api/v1/shifts/{id}/team-notes', path), ...useFreshness() });
  return <TeamNotesCard notes={data?.team_notes ?? null} />;
}

/** What only the people on the shift and those who run it read. */
export function TeamNotesCard({ notes }: { readonly notes: string | null }) {
  const t = useTranslations('signups.team');
  if (notes === null) return null;
  return (
    <section
      className={`${card['card']} ${classes['main']} ${classes['notes']}`}
      aria-labelledby="team-notes"
    >
      <h2 id="team-notes" className={card['heading']}>
        {t('notes')}
      </h2>
      <p className={card['prose']}>{notes}</p>
    </section>
  );
}

/** For someone with a confirmed spot, where the organization allows it. */
export function Coming({ shiftId }: TeamProps) {
  const isShown = useNeeds(shiftId).data?.organization.show_coming ?? false;
  return isShown ? <ComingList shiftId={shiftId} /> : null;
}

/** Two people can have the same short name and role. */
const numbered = <Item extends object>(items: readonly Item[]) =>
  items.map((item, number) => ({ ...item, number }));

function ComingList({ shiftId }: TeamProps) {
  const t = useTranslations('signups.team');
  const params = { path: { id: shiftId }, query: { limit: 50 } };
  const people = useInfiniteQuery({
    ...apiPages('/api/v1/shifts/{id}/coming', params),
    ...useFreshness(),
  });
  return (
    <section className={`${card['card']} ${classes['main']}`} aria-labelledby="coming">
      <h2 id="coming" className={card['heading']}>
        {t('coming')}
      </h2>
      <CursorList query={people} empty={<p className={card['prose']}>{t('noOne')}</p>}>
        {(items) => (
          <ul className={`${classes['plain']} ${classes['roles']}`}>
            {numbered(items).map(({ number, name, role_name: role }) => (
              <li key={number}>
                {name}
                {role !== null && <span className={card['dim']}> · {role}</span>}
              </li>
            ))}
          </ul>
        )}
      </CursorList>
      <p className={card['dim']}>{t('comingHint')}</p>
    </section>
  );
}
