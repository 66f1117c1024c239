import { Button, Modal, type ModalProps, Text } from '@mantine/core';
import {
  createContext,
  type FocusEvent,
  type FormEvent,
  type ReactNode,
  useContext,
  useRef,
  useSyncExternalStore,
} from 'react';
import { useTranslations } from 'use-intl';
import { typedText } from './typed-text.ts';
import { unsaved } from './unsaved.ts';
import { useUnsaved } from './use-unsaved.ts';

const CloseContext = createContext<() => void>(() => {});

export interface DialogProps {
  readonly title: ReactNode;
  readonly close: () => void;
  /** Whether closing would lose something. Without it, the dialog looks at its own fields. */
  readonly isDirty?: boolean | undefined;
  readonly size?: ModalProps['size'];
  readonly centered?: boolean;
  readonly children: ReactNode;
}

/** For what can be closed: `ask` closes it, after a question when something was typed into what has `watch`. */
export function useAskBeforeClose(close: () => void, isDirty?: boolean) {
  const typed = useRef(typedText());
  const isAsking = useSyncExternalStore(unsaved.subscribe, unsaved.isAsking);
  const wouldLose = () => isDirty ?? typed.current.isChanged();
  useUnsaved(wouldLose);
  const leave = async () => {
    if (!wouldLose() || (await unsaved.ask())) close();
  };
  return {
    ask: () => void leave(),
    isAsking,
    watch: {
      onFocus: ({ target }: FocusEvent) => typed.current.note(target),
      onChange: ({ target }: FormEvent) => typed.current.changed(target),
    },
  };
}

/** Every window over the page. A click beside it, Escape and the X ask first when something was typed. */
export function Dialog({ title, close, isDirty, size = 'md', centered = false, children }: DialogProps) {
  const t = useTranslations('common.action');
  const { ask, isAsking, watch } = useAskBeforeClose(close, isDirty);
  return (
    <Modal
      opened
      onClose={ask}
      // The question stands above and takes the key for itself.
      closeOnEscape={!isAsking}
      trapFocus={!isAsking}
      title={
        <Text span fw={600} size="lg">
          {title}
        </Text>
      }
      size={size}
      centered={centered}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <CloseContext value={ask}>
        <div {...watch}>{children}</div>
      </CloseContext>
    </Modal>
  );
}

/** Closes the dialog around it without doing anything: asks first when something was typed. */
export function DialogCancel({ label }: { readonly label?: string }) {
  const t = useTranslations('common.action');
  return (
    <Button variant="default" onClick={useContext(CloseContext)}>
      {label ?? t('cancel')}
    </Button>
  );
}
