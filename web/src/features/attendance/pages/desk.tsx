import { Alert, Button, SegmentedControl, TextInput } from '@mantine/core';
import { IconArrowBackUp, IconQrcode, IconSearch, IconUserPlus } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { Suspense, useEffect, useEffectEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useMembership } from '../../../api/me.ts';
import { ApiProblem } from '../../../api/problem.ts';
import { call } from '../../../api/query.ts';
import { isReachable, useIsReachable } from '../../../api/reach.ts';
import { useTimes } from '../../../time/hooks.ts';
import { lazyPart, OverPage } from '../../../ui/lazy-part.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
import { LoadingBar } from '../../../ui/loading-bar.tsx';
import { notify } from '../../../ui/notify.ts';
import { Page } from '../../../ui/page.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { ShiftTime } from '../../../ui/shift-time.tsx';
import { EmptyState, ErrorState, ListSkeleton } from '../../../ui/states.tsx';
import { onUndoKey, undoKeys } from '../../../ui/undo-key.ts';
import type { Taken } from '../desk/deliver.ts';
import classes from '../desk/desk.module.css';
import { readDeskCode, searchable } from '../desk/desk-code.ts';
import { PeopleList } from '../desk/people-list.tsx';
import { QueueBar } from '../desk/queue-bar.tsx';
import type { KeptRoster } from '../desk/store.ts';
import { type LastAction, type Shown, useCrew, useDesk, useDeskActions } from '../desk/use-desk.ts';

const route = getRouteApi('/desk/$shiftId');
const Scanner = lazyPart(() => import('../desk/scanner.tsx'));
const WalkIn = lazyPart(() => import('../desk/walk-in.tsx'), OverPage);

export function DeskPage() {
  const t = useTranslations('manageAttendance');
  const shiftId = Number(route.useParams().shiftId);
  useCrew();
  const { shift, people, keptAt, error, retry } = useDesk(shiftId);
  if (shift === undefined || people === undefined)
    return (
      <Page title={t('title.shift')}>
        {error === null ? <ListSkeleton rows={6} /> : <ErrorState error={error} retry={retry} />}
      </Page>
    );
  return <Desk key={shiftId} shift={shift} people={people} keptAt={keptAt} />;
}

const complaints = { expired: 'expiredCode', poster: 'posterCode', unknown: 'notACode' } as const;

interface DeskProps {
  readonly shift: KeptRoster['shift'];
  readonly people: readonly Shown[];
  readonly keptAt: string | undefined;
}

function Desk({ shift, people, keptAt }: DeskProps) {
  const t = useTranslations('manageAttendance');
  const times = useTimes();
  const [words, setWords] = useState('');
  const [mode, setMode] = useState<'checkin' | 'checkout'>('checkin');
  const { act, last, outcome, canUndo, undo, isUndone, error } = useDeskActions(shift.id, people);
  const digits = useDigits(shift.organization_id);
  const scan = async (text: string) => {
    const read = readDeskCode(text, Date.now());
    if (read.kind === 'person') act(mode, read);
    else if (read.kind === 'digits') {
      const userId = await digits.resolve(read.code);
      if (userId !== undefined) act(mode, { userId });
    } else notify.warning(t(complaints[read.kind]));
  };
  const nameOf = (userId: number | undefined) =>
    people.find(({ user_id }) => user_id === userId)?.name ??
    digits.names.get(userId ?? 0) ??
    t('unknown', { id: String(userId ?? 0) });
  const sought = searchable(words);
  const found = sought === '' ? people : people.filter(({ name }) => searchable(name).includes(sought));
  const inside = people.filter(({ status }) => status === 'checked_in').length;
  return (
    <Page
      title={shift.title}
      lead={<ShiftTime start={shift.start_time} end={shift.end_time} zone={shift.time_zone} />}
      actions={
        <ButtonLink to="/desk" variant="default">
          {t('otherShift')}
        </ButtonLink>
      }
    >
      <QueueBar zone={shift.time_zone} nameOf={nameOf} />
      {keptAt !== undefined && (
        <Alert color="clay" role="status" mb="md">
          {t('kept', { time: times.format('moment', keptAt, shift.time_zone) })}
        </Alert>
      )}
      <search className={classes['tools']} aria-label={t('find')}>
        <TextInput
          label={t('search')}
          description={t('searchHint')}
          type="search"
          size="lg"
          autoComplete="off"
          leftSection={<IconSearch size={22} aria-hidden />}
          value={words}
          onChange={({ currentTarget }) => setWords(currentTarget.value)}
          onKeyDown={({ key }) => {
            // A scanner that is plugged in types the code and presses Enter.
            if (key !== 'Enter' || readDeskCode(words, Date.now()).kind === 'unknown') return;
            void scan(words);
            setWords('');
          }}
        />
        <DeskTools
          shiftId={shift.id}
          people={people}
          mode={mode}
          setMode={setMode}
          scan={(code) => void scan(code)}
        />
      </search>
      <LastLine
        last={last}
        outcome={outcome}
        name={nameOf(last?.entry.userId)}
        canUndo={canUndo}
        undo={undo}
        isUndone={isUndone}
      />
      <Problem error={error} />
      <p className={classes['count']}>{t('inside', { inside, total: people.length })}</p>
      {found.length === 0 ? (
        <EmptyState title={t(people.length === 0 ? 'nobody' : 'noMatch')} text={t('noMatchText')} />
      ) : (
        <PeopleList people={found} zone={shift.time_zone} act={act} />
      )}
    </Page>
  );
}

interface DeskToolsProps {
  readonly shiftId: number;
  readonly people: readonly Shown[];
  readonly mode: 'checkin' | 'checkout';
  readonly setMode: (mode: 'checkin' | 'checkout') => void;
  readonly scan: (code: string) => void;
}

function DeskTools({ shiftId, people, mode, setMode, scan }: DeskToolsProps) {
  const t = useTranslations('manageAttendance');
  const isOnline = useIsReachable();
  const mayAdd = useMembership().may('coordinator');
  const [open, setOpen] = useState<'scanner' | 'walkIn'>();
  const close = () => setOpen(undefined);
  return (
    <>
      <div className={classes['buttons']}>
        <Button
          px="sm"
          variant="light"
          leftSection={<IconQrcode size={22} aria-hidden />}
          aria-expanded={open === 'scanner'}
          onClick={() => setOpen(open === 'scanner' ? undefined : 'scanner')}
        >
          {t('scan')}
        </Button>
        {mayAdd && (
          <Button
            px="sm"
            variant="default"
            leftSection={<IconUserPlus size={22} aria-hidden />}
            disabled={!isOnline}
            onClick={() => setOpen('walkIn')}
          >
            {t('walkIn.open')}
          </Button>
        )}
        <SegmentedControl
          size="md"
          aria-label={t('mode.label')}
          value={mode}
          onChange={(value) => setMode(value as typeof mode)}
          data={(['checkin', 'checkout'] as const).map((value) => ({ value, label: t(`mode.${value}`) }))}
        />
      </div>
      <Suspense fallback={<LoadingBar />}>
        {open === 'scanner' && <Scanner scanned={scan} close={close} />}
        {open === 'walkIn' && (
          <WalkIn shiftId={shiftId} taken={new Set(people.map(({ user_id }) => user_id))} close={close} />
        )}
      </Suspense>
    </>
  );
}

interface LastLineProps {
  readonly last: LastAction | undefined;
  readonly outcome: Taken | undefined;
  readonly name: string;
  readonly canUndo: boolean;
  readonly undo: () => Promise<void>;
  readonly isUndone: boolean;
}

function LastLine({ last, outcome, name, canUndo, undo, isUndone }: LastLineProps) {
  const t = useTranslations('manageAttendance');
  const words = useTranslations('common');
  const press = useEffectEvent(() => void undo());
  useEffect(() => (canUndo ? onUndoKey(() => press()) : undefined), [canUndo]);
  const isOut = outcome?.attendance?.status === 'checked_out';
  return (
    <div className={classes['last']}>
      <p role="status">
        {last !== undefined &&
          (outcome?.changed === false
            ? t(isOut ? 'already.checkout' : 'already.checkin', { name })
            : t(`done.${last.entry.action}`, { name }))}
        {isUndone && words('delayed.undone')}
      </p>
      {canUndo && (
        <Button
          variant="default"
          leftSection={<IconArrowBackUp size={20} aria-hidden />}
          aria-keyshortcuts={undoKeys}
          onClick={() => void undo()}
        >
          {words('action.undo')}
        </Button>
      )}
    </div>
  );
}

const answerMs = 10_000;

/** Asks the service whose six digits these are. Where it can't say, the helper reads what to do. */
function useDigits(organization_id: number) {
  const t = useTranslations('manageAttendance');
  const [names, setNames] = useState<ReadonlyMap<number, string>>(new Map());
  const resolve = async (code: string): Promise<number | undefined> => {
    if (!isReachable()) return void notify.warning(t('noDigitsOffline'));
    try {
      const { user_id, name } = await call('post', '/api/v1/attendance/check-in-codes/resolve', {
        body: { organization_id, code },
        signal: AbortSignal.timeout(answerMs),
      });
      setNames((before) => new Map(before).set(user_id, name));
      return user_id;
    } catch (error) {
      return void notify.warning((error instanceof ApiProblem && error.detail) || t('noDigitsOffline'));
    }
  };
  return { resolve, names };
}
