import { Button, Group, SimpleGrid, Stack, Text, Textarea, TextInput } from '@mantine/core';
import type { Schemas } from '@muster/client';
import { useNavigate } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';
import { changeLater } from '../../../api/delayed-changes.ts';
import { prepareChange, refreshShifts, shiftReads, useApiMutation } from '../../../api/mutation.ts';
import { clockOf, instantOf, plusDays } from '../../../time/calendar.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { LoadingBar } from '../../../ui/loading-bar.tsx';
import { notify } from '../../../ui/notify.ts';
import { Problem } from '../../../ui/problem.tsx';
import { type Scope, ScopeChoice, SeriesProgress } from '../../shifts/index.ts';
import { SaveTemplate, TimeNotes, useTimeNotes } from '../../shifts/manage.ts';
import { useRosterActions } from './actions.ts';

interface ShiftDialogProps {
  readonly close: () => void;
}

interface SeriesChangeDialogProps extends ShiftDialogProps {
  readonly started: Schemas['SeriesChange'];
}

export function SeriesChangeDialog({ started, close }: SeriesChangeDialogProps) {
  const t = useTranslations('manageShifts.progress');
  return (
    <Dialog title={t('title')} close={close}>
      <SeriesProgress started={started} close={close} />
    </Dialog>
  );
}

export function CancelShiftDialog({ close }: ShiftDialogProps) {
  const t = useTranslations('manageSignups.shift');
  const { shift } = useRosterActions();
  const [reason, setReason] = useState('');
  const [scope, setScope] = useState<Scope>('this');
  const cancel = () => {
    const body = { scope, ...(reason.trim() !== '' && { reason: reason.trim() }) };
    changeLater({
      about: [`shift ${shift.id}`],
      text: t(`cancelling.${scope}`, { title: shift.title }),
      requests: [prepareChange('post', '/api/v1/shifts/{id}/cancel', { path: { id: shift.id }, body })],
      stale: shiftReads,
    });
    close();
  };
  return (
    <Dialog title={t(scope === 'this' ? 'cancelTitle' : 'cancelSeveralTitle')} close={close}>
      <Stack>
        <Text>
          {scope === 'this'
            ? t('cancelText', { count: shift.signup_count + shift.pending_count + shift.waitlist_count })
            : t('cancelSeveralText')}
        </Text>
        {shift.series_id !== null && <ScopeChoice value={scope} onChange={setScope} />}
        <Textarea
          label={t('cancelReason')}
          maxLength={1_000}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={close} data-autofocus>
            {t('cancelKeep')}
          </Button>
          <Button color="red.8" onClick={cancel}>
            {t(scope === 'this' ? 'cancelThis' : 'cancelSeveral')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

export function SaveTemplateDialog({ close }: ShiftDialogProps) {
  const { shift } = useRosterActions();
  return (
    <Suspense fallback={<LoadingBar />}>
      <SaveTemplate
        organizationId={shift.organization_id}
        from={{ from_shift_id: shift.id }}
        name={shift.title}
        close={close}
      />
    </Suspense>
  );
}

export function DuplicateDialog({ close }: ShiftDialogProps) {
  const t = useTranslations('manageSignups.shift');
  const form = useTranslations('manageShifts.form');
  const words = useTranslations('common.action');
  const { shift } = useRosterActions();
  const navigate = useNavigate();
  const [at, setAt] = useState(() => {
    const now = clockOf(shift.start_time, shift.time_zone);
    return { date: plusDays(now.date, 7), time: now.time };
  });
  const duplicate = useApiMutation('post', '/api/v1/shifts/{id}/duplicate', {
    onSuccess: ({ id }) => {
      notify.success(t('duplicated'));
      void refreshShifts();
      close();
      void navigate({ to: '/manage/shifts/$id', params: { id: String(id) }, ignoreBlocker: true });
    },
  });
  const submit = (status: 'draft' | 'published') =>
    duplicate.mutate({
      path: { id: shift.id },
      body: { start_time: instantOf(at, shift.time_zone), status },
    });
  const isTyped = at.date !== '' && at.time !== '';
  const notes = useTimeNotes();
  const startTime = instantOf(at, shift.time_zone);
  const told =
    startTime === '' ? [] : [...notes.edge('start', at, at, shift.time_zone), ...notes.past(startTime)];
  return (
    <Dialog title={t('duplicate')} close={close}>
      <Stack>
        <Text>{t('duplicateText')}</Text>
        <SimpleGrid cols={2}>
          <TextInput
            type="date"
            label={form('date')}
            value={at.date}
            onChange={({ currentTarget }) => setAt({ ...at, date: currentTarget.value })}
          />
          <TextInput
            type="time"
            label={form('start')}
            value={at.time}
            onChange={({ currentTarget }) => setAt({ ...at, time: currentTarget.value })}
          />
        </SimpleGrid>
        <TimeNotes notes={told} />
        <Problem error={duplicate.error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {words('cancel')}
          </Button>
          <Button
            variant="light"
            loading={duplicate.isPending}
            disabled={!isTyped}
            onClick={() => submit('draft')}
          >
            {t('asDraft')}
          </Button>
          <Button loading={duplicate.isPending} disabled={!isTyped} onClick={() => submit('published')}>
            {t('asPublished')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
