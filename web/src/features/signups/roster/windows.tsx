import { useTranslations } from 'use-intl';
import { RefusedWindow } from '../../../ui/refused-window.tsx';
import { type Dialog, useRosterActions } from './actions.ts';
import { onPeople } from './bulk-calls.ts';
import { CorrectWindow } from './correct-window.tsx';
import { DecideWindow } from './decide-window.tsx';
import { MessageWindow } from './message-window.tsx';
import { MoveWindow } from './move-window.tsx';
import { ReasonWindow } from './reason-window.tsx';
import { CancelShiftWindow, DuplicateWindow, SeriesChangeWindow } from './shift-windows.tsx';
import { SignUpWindow } from './sign-up-window.tsx';
import type { RosterPerson } from './use-roster.ts';

interface WindowsProps {
  readonly dialog: Dialog;
  readonly people: readonly RosterPerson[];
  readonly close: () => void;
}

export function Windows({ dialog, people, close }: WindowsProps) {
  switch (dialog.kind) {
    case 'signUp':
      return <SignUpWindow people={people} isFinding={dialog.isFinding} close={close} />;
    case 'message':
      return <MessageWindow people={people} close={close} />;
    case 'cancelShift':
      return <CancelShiftWindow close={close} />;
    case 'duplicate':
      return <DuplicateWindow close={close} />;
    case 'seriesChange':
      return <SeriesChangeWindow started={dialog.started} close={close} />;
    case 'move':
      return <MoveWindow people={dialog.people} close={close} />;
    case 'correct':
      return <CorrectWindow person={dialog.person} close={close} />;
    case 'refused':
      return <RefusedWindow title={dialog.title} error={dialog.error} again={dialog.again} close={close} />;
    case 'approve':
    case 'giveSpots':
      return <DecideWindow kind={dialog.kind} people={dialog.people} close={close} />;
    case 'cancel':
    case 'reject':
      return <TakeOffWindow kind={dialog.kind} people={dialog.people} close={close} />;
  }
}

interface TakeOffProps {
  readonly kind: 'cancel' | 'reject';
  readonly people: readonly RosterPerson[];
  readonly close: () => void;
}

function TakeOffWindow({ kind, people, close }: TakeOffProps) {
  const t = useTranslations('manageSignups');
  const { shift, select } = useRosterActions();
  const calls = onPeople(shift.organization_id);
  const about = { count: people.length, name: people[0]?.user_name ?? '' };
  return (
    <ReasonWindow
      title={t(`${kind}.title`, about)}
      text={t(`${kind}.text`, about)}
      confirmLabel={t(`${kind}.confirm`)}
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
