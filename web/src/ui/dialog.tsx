import { Button, Drawer, Group, Modal, type ModalProps, Stack, Text } from '@mantine/core';
import {
  createContext,
  type FocusEvent,
  type FormEvent,
  type ReactNode,
  useContext,
  useEffect,
  useRef,
  useSyncExternalStore,
} from 'react';
import { useTranslations } from 'use-intl';
import { useFocusReturn } from './keep-focus.tsx';
import { Problem } from './problem.tsx';
import { typedText } from './rules.ts';
import { Loaded, type LoadedProps, TextSkeleton } from './states.tsx';
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
  /** What it shows would be lost by a stray click: only a button inside closes it. */
  readonly isClosedByButton?: boolean;
  readonly children: ReactNode;
}

/** For what can be closed: `ask` closes it, after a question when something was typed into what has `watch`. */
function useAskBeforeClose(close: () => void, isDirty?: boolean) {
  const typed = useRef(typedText());
  const isAsking = useSyncExternalStore(unsaved.subscribe, unsaved.isAsking);
  const wouldLose = () => isDirty ?? typed.current.isChanged();
  useUnsaved(wouldLose);
  useFocusReturn();
  const leave = async () => {
    if (!wouldLose() || (await unsaved.ask())) close();
  };
  return {
    ask: () => void leave(),
    isAsking,
    watch: {
      ref: chooseFirstFocus,
      onFocus: ({ target }: FocusEvent) => typed.current.note(target),
      onChange: ({ target }: FormEvent) => typed.current.changed(target),
    },
  };
}

const firstField = ':is(input:not([type=hidden], [type=file]), select, textarea):not(:disabled)';

/**
 * Mantine gives the keyboard to what has `data-autofocus`, or else to the X, which would close what has just opened: the
 * first field gets it, or the title where there is none or where it would open its list at once.
 */
function chooseFirstFocus(content: HTMLElement | null): void {
  const dialog = content?.closest('[role=dialog]');
  if (!dialog || dialog.querySelector('[data-autofocus]') !== null) return;
  const field = content?.querySelector<HTMLInputElement>(firstField);
  const ticked = field?.type === 'radio' && content?.querySelector('input[type=radio]:checked');
  const isList = field?.matches('[aria-haspopup]');
  const first = ticked || (!isList && field) || dialog.querySelector('[data-title]');
  first?.setAttribute('data-autofocus', '');
}

/** Every dialog of the app. A click outside, Escape and the X ask first when something was typed. */
export function Dialog(props: DialogProps) {
  const { title, close, isDirty, size = 'md', centered = false, isClosedByButton = false, children } = props;
  const t = useTranslations('common.action');
  const { ask, isAsking, watch } = useAskBeforeClose(close, isDirty);
  return (
    <Modal
      opened
      onClose={ask}
      // The question is on top and handles the key.
      closeOnEscape={!isAsking && !isClosedByButton}
      closeOnClickOutside={!isClosedByButton}
      withCloseButton={!isClosedByButton}
      trapFocus={!isAsking}
      title={
        <Text span fw={600} size="lg" tabIndex={-1} data-title>
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

/** What a dialog shows next: the button that led here is gone, so what has `data-autofocus` takes the keyboard. */
export function DialogStep({ children }: { readonly children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus({ preventScroll: true });
  }, []);
  return <Stack ref={box}>{children}</Stack>;
}

/** Closes the dialog around it without doing anything: asks first when something was typed. */
export function DialogCancel({
  label,
  isFocused,
}: {
  readonly label?: string;
  readonly isFocused?: boolean;
}) {
  const t = useTranslations('common.action');
  return (
    <Button variant="default" onClick={useContext(CloseContext)} data-autofocus={isFocused}>
      {label ?? t('cancel')}
    </Button>
  );
}

interface FormDialogProps extends Omit<DialogProps, 'centered' | 'isClosedByButton'> {
  readonly onSubmit: React.SubmitEventHandler<HTMLFormElement>;
  readonly submitLabel: string;
  readonly isSending: boolean;
  /** There is nothing to submit yet. */
  readonly isDisabled?: boolean;
  readonly error: unknown;
  /** See `Problem`. */
  readonly shownFields?: readonly string[];
}

/** A form over the page. */
export function FormDialog(props: FormDialogProps) {
  const {
    onSubmit,
    submitLabel,
    isSending,
    isDisabled = false,
    error,
    shownFields,
    children,
    ...dialog
  } = props;
  return (
    <Dialog size="lg" {...dialog}>
      <form onSubmit={onSubmit}>
        <Stack>
          {children}
          <Problem error={error} shownFields={shownFields} />
          <Group justify="flex-end">
            <DialogCancel />
            <Button type="submit" loading={isSending} disabled={isDisabled}>
              {submitLabel}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

interface LoadedDialogProps<Data> extends LoadedProps<Data> {
  readonly close: () => void;
}

/** A dialog for something that is read first. */
export function LoadedDialog<Data>({ close, ...loaded }: LoadedDialogProps<Data>) {
  const t = useTranslations('common.state');
  const skeleton = (
    <Dialog title={t('loading')} close={close} size="xl">
      <TextSkeleton />
    </Dialog>
  );
  return <Loaded {...loaded} skeleton={skeleton} />;
}

/** Details of one row, at the side. Asks before it closes like a `Dialog`. */
export function DetailsDrawer({ title, close, children }: Pick<DialogProps, 'title' | 'close' | 'children'>) {
  const t = useTranslations('common.action');
  const { ask, isAsking, watch } = useAskBeforeClose(close);
  return (
    <Drawer
      opened
      onClose={ask}
      closeOnEscape={!isAsking}
      trapFocus={!isAsking}
      position="right"
      size="lg"
      title={
        <span tabIndex={-1} data-autofocus>
          {title}
        </span>
      }
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <div {...watch}>{children}</div>
    </Drawer>
  );
}
