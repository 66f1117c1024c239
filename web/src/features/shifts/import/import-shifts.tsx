import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useMembership, useOrganizationId } from '../../../api/me.ts';
import { refreshShifts, sendChange, useApiMutation } from '../../../api/mutation.ts';
import { usePrograms } from '../../../api/use-choices.ts';
import { plusDays } from '../../../time/calendar.ts';
import { useToday } from '../../../time/hooks.ts';
import { Dialog, DialogStep, LoadedDialog } from '../../../ui/dialog.tsx';
import { saveFile } from '../../../ui/download.ts';
import { FilePicker, type PickedFile } from '../../../ui/file-picker.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { ImportPreview } from './import-preview.tsx';

const route = '/api/v1/organizations/{id}/shifts/import';

interface ImportShiftsProps {
  /** The program that the plan shows. */
  readonly program?: number | undefined;
  readonly close: () => void;
}

/** Drafts from a spreadsheet, after a look at what they will be. */
export default function ImportShifts({ program, close }: ImportShiftsProps) {
  const t = useTranslations('manageShifts.import');
  const words = useTranslations('common.action');
  const programs = usePrograms();
  const [done, setDone] = useState<{ count: number; program: number }>();
  return (
    <LoadedDialog query={programs} close={close}>
      {({ items }) => (
        <Dialog title={t('title')} size="lg" close={close} isDirty={false}>
          {done !== undefined ? (
            <DialogStep>
              <Text role="status">{t('done', { count: done.count })}</Text>
              <Group justify="flex-end">
                <Button variant="default" onClick={close}>
                  {words('close')}
                </Button>
                <ButtonLink
                  data-autofocus
                  to="/manage/shifts"
                  search={{ view: 'list', status: 'draft', program: done.program }}
                  onClick={close}
                >
                  {t('showDrafts')}
                </ButtonLink>
              </Group>
            </DialogStep>
          ) : items.length === 0 ? (
            <Text>{t('noPrograms')}</Text>
          ) : (
            <Choice
              programs={items}
              first={items.find(({ id }) => id === program)?.id ?? items[0]?.id ?? 0}
              close={close}
              finish={(count, chosen) => setDone({ count, program: chosen })}
            />
          )}
        </Dialog>
      )}
    </LoadedDialog>
  );
}

interface ChoiceProps {
  readonly programs: readonly { readonly id: number; readonly name: string }[];
  readonly first: number;
  readonly close: () => void;
  readonly finish: (count: number, program: number) => void;
}

function Choice({ programs, first, close, finish }: ChoiceProps) {
  const t = useTranslations('manageShifts.import');
  const words = useTranslations('common.action');
  const path = { id: useOrganizationId() };
  const [program, setProgram] = useState(first);
  const [file, setFile] = useState<PickedFile>();
  const query = { program_id: program };
  const preview = useQuery({
    queryKey: ['preview', 'import', path, query, file?.id],
    queryFn: () =>
      sendChange('post', route, {
        path,
        query: { ...query, dry_run: true },
        body: file?.content ?? new Blob(),
      }),
    enabled: file !== undefined,
    retry: false,
    gcTime: 0,
    // The file stays what it is: coming back to the window is no reason to send it again.
    staleTime: Infinity,
  });
  const send = useApiMutation('post', route, {
    onSuccess: ({ created }) => {
      void refreshShifts();
      finish(created, program);
    },
  });
  const { created = 0, problem_count: problems = 0 } = preview.data ?? {};
  return (
    <Stack>
      <Text>{t('text')}</Text>
      <NativeSelect
        label={t('program')}
        value={String(program)}
        data={programs.map(({ id, name }) => ({ value: String(id), label: name }))}
        onChange={({ currentTarget }) => {
          send.reset();
          setProgram(Number(currentTarget.value));
        }}
      />
      <FilePicker
        label={t('file')}
        description={t('fileHint')}
        picked={file}
        pick={(picked) => {
          send.reset();
          setFile(picked);
        }}
      />
      <Example />
      <section aria-label={t('preview')} aria-busy={preview.isFetching}>
        {preview.data && <ImportPreview answer={preview.data} />}
        <Problem error={preview.error ?? send.error} />
      </section>
      <Group justify="flex-end">
        <Button variant="default" onClick={close}>
          {words('cancel')}
        </Button>
        <Button
          loading={preview.isFetching || send.isPending}
          disabled={file === undefined || created === 0 || problems > 0}
          onClick={() => file && send.mutate({ path, query, body: file.content })}
        >
          {t('submit', { count: problems > 0 ? 0 : created })}
        </Button>
      </Group>
    </Stack>
  );
}

/** A file to start from, with the columns in the reader's language. */
function Example() {
  const t = useTranslations('manageShifts.import');
  const { organization } = useMembership();
  const day = plusDays(useToday(organization?.time_zone ?? 'UTC'), 14);
  const save = () => {
    const text = t('example', { day }).replaceAll('\n', '\r\n');
    // Excel reads a file as UTF-8 only with this mark.
    saveFile(new Blob([`\uFEFF${text}\r\n`], { type: 'text/csv' }), t('exampleName'));
  };
  return (
    <Group gap="xs">
      <Button variant="transparent" px={0} onClick={save}>
        {t('saveExample')}
      </Button>
    </Group>
  );
}
