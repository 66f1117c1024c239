import { useTranslations } from 'use-intl';
import { send } from '../send.ts';
import { type Dialog, decide } from './actions.ts';
import { CorrectWindow } from './correct-window.tsx';
import { MessageWindow } from './message-window.tsx';
import { MoveWindow } from './move-window.tsx';
import { ReasonWindow } from './reason-window.tsx';
import { RefusedWindow } from './refused-window.tsx';
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
  const t = useTranslations('manage.roster');
  const act = (person: RosterPerson, reason: string): Promise<unknown> =>
    kind === 'reject'
      ? decide(person.id, 'reject', reason)
      : send('delete', '/api/v1/shifts/{id}/signups/{user_id}', {
          path: { id: person.shift_id, user_id: person.user_id },
          body: { source: 'coordinator', ...(reason !== '' && { reason }) },
        });
  const about = { count: people.length, name: people[0]?.user_name ?? '' };
  return (
    <ReasonWindow
      title={t(`${kind}.title`, about)}
      text={t(`${kind}.text`, about)}
      confirmLabel={t(`${kind}.confirm`)}
      people={people}
      act={act}
      close={close}
    />
  );
}
