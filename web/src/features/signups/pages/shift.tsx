import { Anchor, Button, Menu } from '@mantine/core';
import type { Schemas } from '@muster/client';
import {
  IconBuildingCommunity,
  IconCalendarPlus,
  IconClock,
  IconListDetails,
  IconMapPin,
  IconShare,
  IconUsers,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useFreshness } from '../../../api/live.ts';
import { registrationFor, useMyRegistrations } from '../../../api/my-registrations.ts';
import { isMissing } from '../../../api/problem.ts';
import { apiQuery } from '../../../api/query.ts';
import { minutesBetween } from '../../../time/calendar.ts';
import { useNowMs, useTimes } from '../../../time/hooks.ts';
import card from '../../../ui/card.module.css';
import { useShare } from '../../../ui/copy.tsx';
import { saveFile } from '../../../ui/download.ts';
import { ButtonLink } from '../../../ui/links.tsx';
import { Page } from '../../../ui/page.tsx';
import { ShiftTime } from '../../../ui/shift-time.tsx';
import { ErrorState, Loaded, NotFoundState } from '../../../ui/states.tsx';
import { MyAsks } from '../../asks/index.ts';
import { PosterCheckIn } from '../../attendance/index.ts';
import { hasStarted, SpotsLeft } from '../../shifts/index.ts';
import { calendarFile, webCalendarLink, webCalendars } from '../shift-page/calendar-entry.ts';
import { ShiftNeeds, useNeeds } from '../shift-page/shift-needs.tsx';
import classes from '../shift-page/shift-page.module.css';
import { Coming, TeamNotes } from '../shift-page/team.tsx';
import { YourSpot } from '../shift-page/your-spot.tsx';

const route = getRouteApi('/shifts/$id');

export function ShiftPage() {
  const t = useTranslations('signups');
  const id = Number(route.useParams().id);
  const shift = useQuery({ ...apiQuery('/api/v1/shifts/{id}', { path: { id } }), ...useFreshness() });
  if (isMissing(shift.error)) return <NoShift />;
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
        {code !== undefined && <PosterCheckIn shift={shift} code={code} registration={registration} />}
        <MyAsks shiftId={shift.id} />
        {mine.isLoadingError ? (
          <ErrorState error={mine.error} retry={() => void mine.refetch()} />
        ) : (
          <YourSpot shift={shift} registration={registration} isLoading={mine.isLoading} />
        )}
      </div>
      {shift.description !== '' && (
        <section className={classes['main']} aria-labelledby="about">
          <h2 id="about" className={card['heading']}>
            {t('about')}
          </h2>
          <p className={card['prose']}>{shift.description}</p>
        </section>
      )}
      {registration?.status === 'active' && (
        <>
          <TeamNotes shiftId={shift.id} />
          <Coming shiftId={shift.id} />
        </>
      )}
      <ShiftNeeds shift={shift} />
      <Organizer shift={shift} />
      <div className={`${classes['main']} ${classes['share']}`}>
        <ShareShift shift={shift} registration={registration} />
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
      <NotFoundState />
    </Page>
  );
}

interface ShareShiftProps {
  readonly shift: Schemas['Shift'];
  readonly registration: Schemas['Registration'] | undefined;
}

function ShareShift({ shift, registration }: ShareShiftProps) {
  const t = useTranslations('signups');
  const role = shift.roles.find(({ id }) => id === registration?.role_id)?.name;
  // Without the query: a code of a poster is not for others.
  const url = new URL(`/shifts/${shift.id}`, location.origin).href;
  const title = shift.title || t('title.shift');
  const share = useShare();
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconShare size={18} aria-hidden />}
        onClick={() => void share({ title, url }, t('share.copied'))}
      >
        {t('share.share')}
      </Button>
      <AddToCalendar shift={{ ...shift, title }} url={url} role={role && t('share.role', { role })} />
    </>
  );
}

interface AddToCalendarProps {
  readonly shift: Schemas['Shift'];
  readonly url: string;
  readonly role: string | undefined;
}

/** To the calendar on the web where the reader keeps theirs, or as a file for all others. */
function AddToCalendar({ shift, url, role }: AddToCalendarProps) {
  const t = useTranslations('signups.share');
  const save = () =>
    saveFile(
      new Blob([calendarFile(shift, url, role)], { type: 'text/calendar' }),
      `${t('file')}-${shift.id}.ics`,
    );
  return (
    <Menu>
      <Menu.Target>
        <Button variant="default" leftSection={<IconCalendarPlus size={18} aria-hidden />}>
          {t('calendar')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {webCalendars.map((calendar) => (
          <Menu.Item
            key={calendar}
            component="a"
            href={webCalendarLink(calendar, shift, url, role)}
            target="_blank"
            rel="noreferrer"
            translate="no"
          >
            {calendar}
          </Menu.Item>
        ))}
        <Menu.Item onClick={save}>{t('otherCalendar')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

type Shift = Schemas['Shift'];

/** When, where, how many and with whom. */
function ShiftFacts({ shift }: { readonly shift: Shift }) {
  const t = useTranslations('signups.facts');
  const times = useTimes();
  const nowMs = useNowMs();
  const minutes = minutesBetween(shift.start_time, shift.end_time);
  return (
    <section className={`${card['card']} ${classes['main']}`} aria-label={t('label')}>
      <dl className={classes['facts']}>
        <Fact icon={<IconClock aria-hidden />} name={t('when')}>
          <ShiftTime start={shift.start_time} end={shift.end_time} zone={shift.time_zone} />
          <div className={card['dim']}>{times.hours(minutes, 'long')}</div>
        </Fact>
        {shift.location !== '' && (
          <Fact icon={<IconMapPin aria-hidden />} name={t('where')}>
            <div>{shift.location}</div>
            <Anchor
              href={`https://www.openstreetmap.org/search?query=${encodeURIComponent(shift.location)}`}
              target="_blank"
              rel="noreferrer"
            >
              {t('map')}
            </Anchor>
          </Fact>
        )}
        <Fact icon={<IconUsers aria-hidden />} name={t('spots')}>
          <SpotsLeft shift={shift} />
          {shift.waitlist_count > 0 && (
            <div className={card['dim']}>{t('waiting', { count: shift.waitlist_count })}</div>
          )}
          {shift.requires_approval && <div className={card['dim']}>{t('needsApproval')}</div>}
        </Fact>
        {shift.roles.length > 0 && (
          <Fact icon={<IconListDetails aria-hidden />} name={t('roles')}>
            <Roles roles={shift.roles} isOpen={!hasStarted(shift, nowMs)} />
          </Fact>
        )}
      </dl>
    </section>
  );
}

interface FactProps {
  readonly icon: ReactNode;
  readonly name: string;
  readonly children: ReactNode;
}

function Fact({ icon, name, children }: FactProps) {
  return (
    <div className={classes['fact']}>
      {icon}
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Roles({ roles, isOpen }: Pick<Shift, 'roles'> & { readonly isOpen: boolean }) {
  const t = useTranslations('signups.facts');
  return (
    <ul className={`${classes['plain']} ${classes['roles']}`}>
      {roles.map(({ id, name, spots_left: left }) => (
        <li key={id}>
          {name}{' '}
          {isOpen && (
            <span className={card['dim']}>
              {left === null ? t('rolesOpen') : t('rolesLeft', { count: left })}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Who is behind it, for questions. */
function Organizer({ shift }: { readonly shift: Shift }) {
  const t = useTranslations('signups.facts');
  const needs = useNeeds(shift.id).data;
  if (needs === undefined) return null;
  return (
    <section className={classes['main']} aria-label={t('who')}>
      <dl className={classes['facts']}>
        <Fact icon={<IconBuildingCommunity aria-hidden />} name={t('who')}>
          {needs.organization.name}
          <div className={card['dim']}>{needs.program.name}</div>
        </Fact>
      </dl>
    </section>
  );
}
