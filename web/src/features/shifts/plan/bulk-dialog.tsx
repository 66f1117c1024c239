import { Button, Group, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Schemas } from '@muster/client';
import { useTranslations } from 'use-intl';
import { changeLater } from '../../../api/delayed-changes.ts';
import { failuresOf, partsOf } from '../../../api/many.ts';
import { prepareChange, sendChange, shiftReads } from '../../../api/mutation.ts';
import { useTimes } from '../../../time/hooks.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { ManyReport, useMany } from '../../../ui/many-report.tsx';
import { notify } from '../../../ui/notify.ts';
import { NumberInput } from '../../../ui/number-input.tsx';
import type { Shift } from '../shift.ts';

export type BulkAction = 'publish' | 'change' | 'cancel';

interface BulkDialogProps {
  readonly action: BulkAction;
  readonly shifts: readonly Shift[];
  readonly close: (isDone: boolean) => void;
}

const nothing = {
  title: '',
  location: '',
  capacity: '' as number | '',
  minimum: '' as number | '',
  waitlist: '' as number | '',
  approval: '' as '' | 'yes' | 'no',
  reason: '',
};

/** So many in one call: with the people on them they are changed in well under a second. */
const mostShifts = 50;

/** The same for all that are ticked. Fields that stay empty change nothing. */
export function BulkDialog({ action, shifts, close }: BulkDialogProps) {
  const t = useTranslations('manageShifts.bulk');
  const words = useTranslations('common.action');
  const times = useTimes();
  const form = useForm({ initialValues: nothing });
  const { run, isRunning, start } = useMany<Shift>();
  const change = changeOf(form.values);
  const path = { id: shifts[0]?.organization_id ?? 0 };
  const act = (some: readonly Shift[]) => {
    const ids = some.map(({ id }) => id);
    return action === 'publish'
      ? sendChange('post', '/api/v1/organizations/{id}/shifts/publish', { path, body: { ids } })
      : sendChange('post', '/api/v1/organizations/{id}/shifts/change', { path, body: { ids, ...change } });
  };
  const cancel = (some: readonly Shift[]) => {
    const reason = form.values.reason.trim();
    const body = { ids: some.map(({ id }) => id), ...(reason !== '' && { reason }) };
    const request = prepareChange('post', '/api/v1/organizations/{id}/shifts/cancel', { path, body });
    return { ...request, names: some.map(({ title }) => title) };
  };
  const save = async (kind: 'publish' | 'change') => {
    const outcomes = await start(shifts, mostShifts, act);
    if (failuresOf(outcomes).length > 0) return;
    notify.success(t(`${kind}Done`, { count: shifts.length }));
    close(true);
  };
  const submit = () => {
    if (action !== 'cancel') return void save(action);
    changeLater({
      about: shifts.map(({ id }) => `shift ${id}`),
      text: t('cancelled', { count: shifts.length }),
      requests: partsOf(shifts, mostShifts).map(cancel),
      stale: shiftReads,
    });
    close(true);
  };
  const hasFailed = action !== 'cancel' && failuresOf(run?.outcomes ?? []).length > 0;
  const isEmpty = action === 'change' && Object.keys(change).length === 0;
  return (
    <Dialog
      title={hasFailed ? t(`${action}Failed`) : t(`${action}Title`, { count: shifts.length })}
      close={() => !isRunning && close(run !== undefined)}
    >
      {run === undefined ? (
        <form onSubmit={form.onSubmit(submit)}>
          <Stack>
            <Text>{t(`${action}Text`)}</Text>
            {action === 'change' && <ChangeFields form={form} />}
            {action === 'cancel' && (
              <Textarea label={t('reason')} maxLength={1_000} {...form.getInputProps('reason')} />
            )}
            <Group justify="flex-end">
              <Button variant="default" onClick={() => close(false)}>
                {words('back')}
              </Button>
              <Button type="submit" disabled={isEmpty} {...(action === 'cancel' && { color: 'red.8' })}>
                {t(`${action}Confirm`, { count: shifts.length })}
              </Button>
            </Group>
          </Stack>
        </form>
      ) : (
        <ManyReport
          run={run}
          name={(shift) => `${shift.title}, ${times.format('moment', shift.start_time, shift.time_zone)}`}
          itemKey={({ id }) => id}
          close={() => close(true)}
        />
      )}
    </Dialog>
  );
}

function changeOf(values: typeof nothing): Omit<Schemas['ChangeManyRequest'], 'ids'> {
  return {
    ...(values.title.trim() !== '' && { title: values.title.trim() }),
    ...(values.location.trim() !== '' && { location: values.location.trim() }),
    ...(values.capacity !== '' && { capacity: values.capacity }),
    ...(values.minimum !== '' && { minimum: values.minimum }),
    ...(values.waitlist !== '' && { waitlist_capacity: values.waitlist }),
    ...(values.approval !== '' && { requires_approval: values.approval === 'yes' }),
  };
}

function ChangeFields({ form }: { readonly form: ReturnType<typeof useForm<typeof nothing>> }) {
  const t = useTranslations('manageShifts.bulk');
  const fields = useTranslations('manageShifts.form');
  return (
    <>
      <TextInput label={fields('title')} maxLength={200} {...form.getInputProps('title')} />
      <TextInput label={fields('location')} maxLength={500} {...form.getInputProps('location')} />
      <NumberInput
        label={fields('capacity')}
        min={1}
        max={100_000}
        allowDecimal={false}
        {...form.getInputProps('capacity')}
      />
      <NumberInput
        label={fields('minimum')}
        min={1}
        max={form.values.capacity || 100_000}
        allowDecimal={false}
        {...form.getInputProps('minimum')}
      />
      <NumberInput
        label={fields('waitlistSpots')}
        min={0}
        max={100_000}
        allowDecimal={false}
        {...form.getInputProps('waitlist')}
      />
      <NativeSelect
        label={fields('approval')}
        data={[
          { value: '', label: t('asItIs') },
          { value: 'yes', label: t('yes') },
          { value: 'no', label: t('no') },
        ]}
        {...form.getInputProps('approval')}
      />
    </>
  );
}
