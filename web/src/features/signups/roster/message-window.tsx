import { Button, Checkbox, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslations } from 'use-intl';
import type { Schemas } from '../../../api/client.ts';
import { useApiMutation } from '../../../api/mutation.ts';
import { Dialog, DialogCancel } from '../../../ui/dialog.tsx';
import { useFieldErrors } from '../../../ui/field-errors.ts';
import { notify } from '../../../ui/notify.ts';
import { Problem } from '../../../ui/problem.tsx';
import { useRosterActions } from './actions.ts';
import type { RosterPerson } from './use-roster.ts';

type Message = Required<Schemas['ShiftMessage']>;
const statuses = ['active', 'pending_approval', 'offered', 'waitlisted'] as const;

interface MessageWindowProps {
  readonly people: readonly RosterPerson[];
  readonly close: () => void;
}

/** A mail to the people of the shift. */
export function MessageWindow({ people, close }: MessageWindowProps) {
  const t = useTranslations('manageSignups.message');
  const groups = useTranslations('manageSignups.groups');
  const { shift } = useRosterActions();
  const form = useForm<Message>({ initialValues: { subject: '', text: '', statuses: ['active'] } });
  const fieldErrors = useFieldErrors();
  const count = (status: string) => people.filter((person) => person.status === status).length;
  const write = useApiMutation('post', '/api/v1/shifts/{id}/messages', {
    onSuccess: ({ recipients }) => {
      notify.success(t('sent', { count: recipients }));
      close();
    },
  });
  const submit = (body: Message) =>
    write.mutate(
      { path: { id: shift.id }, body },
      { onError: (error) => form.setErrors(fieldErrors(error)) },
    );
  return (
    <Dialog title={t('title')} size="lg" close={close} isDirty={form.isDirty()}>
      <form onSubmit={form.onSubmit(submit)}>
        <Stack>
          <Checkbox.Group label={t('to')} {...form.getInputProps('statuses')}>
            <Group mt="xs">
              {statuses.map((status) => (
                <Checkbox
                  key={status}
                  value={status}
                  label={t('group', { group: groups(status), count: count(status) })}
                />
              ))}
            </Group>
          </Checkbox.Group>
          <TextInput label={t('subject')} required maxLength={200} {...form.getInputProps('subject')} />
          <Textarea
            label={t('text')}
            description={t('textHint')}
            required
            autosize
            minRows={5}
            maxLength={5_000}
            {...form.getInputProps('text')}
          />
          <Text size="sm" c="dimmed">
            {t('hint')}
          </Text>
          <Problem error={write.error} shownFields={['subject', 'text']} />
          <Group justify="flex-end">
            <DialogCancel />
            <Button type="submit" loading={write.isPending} disabled={form.values.statuses.length === 0}>
              {t('send')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
