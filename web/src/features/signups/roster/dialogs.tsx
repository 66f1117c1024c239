import { Button, Group, Stack, Text } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { failuresOf } from '../../../api/many.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { ManyReport, useMany } from '../../../ui/many-report.tsx';
import { notify } from '../../../ui/notify.ts';
import { RefusedDialog } from '../../../ui/refused-dialog.tsx';
import { WriteMessage } from '../../notifications/index.ts';
import { type Override, type RosterDialog, showDecided, useRosterActions } from './actions.ts';
import { checkInOrOutMany, mostPeople, onPeople } from './bulk-calls.ts';
import { CorrectDialog } from './correct-dialog.tsx';
import { MoveDialog } from './move-dialog.tsx';
import { ReasonDialog } from './reason-dialog.tsx';
import {
  CancelShiftDialog,
  DuplicateDialog,
  SaveTemplateDialog,
  SeriesChangeDialog,
} from './shift-dialogs.tsx';
import { SignUpDialog } from './sign-up-dialog.tsx';
import type { RosterPerson } from './use-roster.ts';

interface RosterDialogsProps {
  readonly dialog: RosterDialog;
  readonly people: readonly RosterPerson[];
  readonly close: () => void;
}

export function RosterDialogs({ dialog, people, close }: RosterDialogsProps) {
  switch (dialog.kind) {
    case 'signUp':
      return <SignUpDialog people={people} isFinding={dialog.isFinding} close={close} />;
    case 'message':
      return <MessageDialog people={people} chosen={dialog.people} close={close} />;
    case 'cancelShift':
      return <CancelShiftDialog close={close} />;
    case 'duplicate':
      return <DuplicateDialog close={close} />;
    case 'saveTemplate':
      return <SaveTemplateDialog close={close} />;
    case 'seriesChange':
      return <SeriesChangeDialog started={dialog.started} close={close} />;
    case 'move':
      return <MoveDialog people={dialog.people} close={close} />;
    case 'correct':
      return <CorrectDialog person={dialog.person} close={close} />;
    case 'refused':
      return <RefusedDialog title={dialog.title} error={dialog.error} again={dialog.again} close={close} />;
    case 'approve':
    case 'giveSpots':
    case 'checkIn':
    case 'checkOut':
      return <DecideDialog kind={dialog.kind} people={dialog.people} close={close} />;
    case 'cancel':
    case 'reject':
      return <TakeOffDialog kind={dialog.kind} people={dialog.people} close={close} />;
  }
}

interface TakeOffProps {
  readonly kind: 'cancel' | 'reject';
  readonly people: readonly RosterPerson[];
  readonly close: () => void;
}

function TakeOffDialog({ kind, people, close }: TakeOffProps) {
  const t = useTranslations('manageSignups');
  const { shift, select } = useRosterActions();
  const calls = onPeople(shift.organization_id);
  const about = { count: people.length, name: people[0]?.user_name ?? '' };
  return (
    <ReasonDialog
      title={t(`${kind}.title`, about)}
      text={t(`${kind}.text`, about)}
      confirmLabel={t(`${kind}.confirm`)}
      doneText={t(`${kind}.done`, about)}
      people={people}
      act={kind === 'reject' ? calls.reject : calls.cancel}
      close={close}
      done={() =>
        select(
          people.map(({ id }) => id),
          false,
        )
      }
    />
  );
}

interface DecideDialogProps {
  readonly kind: 'approve' | 'giveSpots' | 'checkIn' | 'checkOut';
  readonly people: readonly RosterPerson[];
  readonly close: () => void;
}

/** Approves many, gives them spots, or checks them in or out; then for whom it did not work, and why. */
function DecideDialog({ kind, people, close }: DecideDialogProps) {
  const t = useTranslations(`manageSignups.${kind}`);
  const words = useTranslations('common.action');
  const { shift } = useRosterActions();
  const { run, start } = useMany<RosterPerson>();
  const act = async (some: readonly RosterPerson[], override?: Override) => {
    const calls = onPeople(shift.organization_id);
    const call = async (chunk: readonly RosterPerson[]) => {
      if (kind === 'checkIn' || kind === 'checkOut')
        return await checkInOrOutMany(
          shift.organization_id,
          chunk,
          kind === 'checkIn' ? 'checkin' : 'checkout',
        );
      const answer = await (kind === 'approve' ? calls.approve(chunk) : calls.giveSpots(chunk, override));
      showDecided(answer.items.flatMap(({ registration }) => registration ?? []));
      return answer;
    };
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

const statuses = ['active', 'pending_approval', 'offered', 'waitlisted'] as const;

interface MessageDialogProps {
  readonly people: readonly RosterPerson[];
  /** Only to them; otherwise to everyone on the shift, by group. */
  readonly chosen?: readonly RosterPerson[] | undefined;
  readonly close: () => void;
}

/** A message to the people of the shift. */
function MessageDialog({ people, chosen, close }: MessageDialogProps) {
  const t = useTranslations('manageSignups.message');
  const names = useTranslations('manageSignups.groups');
  const { shift } = useRosterActions();
  const count = (status: string) => people.filter((person) => person.status === status).length;
  const groups = statuses.map((status) => ({
    status,
    label: t('group', { group: names(status), count: count(status) }),
  }));
  const target = {
    shift_id: shift.id,
    ...(chosen && { user_ids: chosen.map(({ user_id }) => user_id) }),
  };
  return (
    <WriteMessage
      title={chosen ? t('titleChosen', { count: chosen.length }) : t('title')}
      target={target}
      {...(!chosen && { groups, roles: shift.roles })}
      close={close}
    />
  );
}
