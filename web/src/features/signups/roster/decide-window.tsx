import { Button, Group, Stack, Text } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { failuresOf } from '../../../api/many.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { ManyReport, useMany } from '../../../ui/many-report.tsx';
import { notify } from '../../../ui/notify.ts';
import { type Override, useRosterActions } from './actions.ts';
import { mostPeople, onPeople } from './bulk-calls.ts';
import type { RosterPerson } from './use-roster.ts';

interface DecideWindowProps {
  readonly kind: 'approve' | 'giveSpots';
  readonly people: readonly RosterPerson[];
  readonly close: () => void;
}

/** Approves many, or gives them spots; then who could not have one, and why. */
export function DecideWindow({ kind, people, close }: DecideWindowProps) {
  const t = useTranslations(`manageSignups.${kind}`);
  const words = useTranslations('common.action');
  const { shift } = useRosterActions();
  const { run, start } = useMany<RosterPerson>();
  const act = async (some: readonly RosterPerson[], override?: Override) => {
    const calls = onPeople(shift.organization_id);
    const call = (chunk: readonly RosterPerson[]) =>
      kind === 'approve' ? calls.approve(chunk) : calls.giveSpots(chunk, override);
    const outcomes = await start(some, mostPeople, call);
    const failed = failuresOf(outcomes).length;
    if (failed > 0) return;
    notify.success(t('done', { count: some.length, name: some[0]?.user_name ?? '' }));
    close();
  };
  const about = { count: people.length, name: people[0]?.user_name ?? '' };
  return (
    <Dialog title={t('title', about)} close={close}>
      {run === undefined ? (
        <Stack>
          <Text>{t('text', about)}</Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {words('back')}
            </Button>
            <Button data-autofocus onClick={() => void act(people)}>
              {t('confirm', about)}
            </Button>
          </Group>
        </Stack>
      ) : (
        <ManyReport
          run={run}
          name={({ user_name }) => user_name}
          itemKey={({ id }) => id}
          {...(kind === 'giveSpots' && { again: act })}
          close={close}
        />
      )}
    </Dialog>
  );
}
