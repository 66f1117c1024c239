import { Button, Switch, type SwitchProps, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { CursorList, type CursorListProps } from './cursor-list.tsx';
import { FormDialog } from './dialog.tsx';
import { Page } from './page.tsx';
import { Section } from './section.tsx';
import { EmptyState } from './states.tsx';

/** Whether the address asks for what is archived (`archivedSearch`). */
export function useArchived(): boolean {
  return useSearch({ strict: false }).archived === true;
}

interface ResourcePageProps<Item> extends Pick<CursorListProps<Item>, 'query' | 'children'> {
  readonly title: string;
  readonly t: (key: 'lead' | 'create' | 'emptyTitle' | 'emptyText') => string;
  readonly archivedEmpty?: string;
  /** Without it, the list has no frame. */
  readonly label?: string;
  readonly create: (close: () => void) => ReactNode;
}

/** All of one kind that an organization has, the archived ones apart, and creating another one. */
export function ResourcePage<Item>(props: ResourcePageProps<Item>) {
  const { title, t, archivedEmpty, label, query, create, children } = props;
  const [isCreating, setCreating] = useState(false);
  const isArchived = useArchived();
  const empty =
    isArchived && archivedEmpty !== undefined ? (
      <EmptyState title={archivedEmpty} />
    ) : (
      <EmptyState title={t('emptyTitle')} text={t('emptyText')} />
    );
  const list = (
    <CursorList query={query} empty={empty}>
      {children}
    </CursorList>
  );
  return (
    <Page
      title={title}
      lead={t('lead')}
      width="wide"
      actions={
        <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setCreating(true)}>
          {t('create')}
        </Button>
      }
    >
      {label === undefined ? (
        <>
          <ArchivedSwitch mb="md" />
          {list}
        </>
      ) : (
        <Section title={label} actions={<ArchivedSwitch />}>
          {list}
        </Section>
      )}
      {isCreating && create(() => setCreating(false))}
    </Page>
  );
}

function ArchivedSwitch(margin: Pick<SwitchProps, 'mb'>) {
  const t = useTranslations('common');
  const navigate = useNavigate();
  return (
    <Switch
      {...margin}
      label={t('showArchived')}
      checked={useArchived()}
      onChange={({ currentTarget: { checked } }) =>
        void navigate({ to: '.', search: checked ? { archived: true } : {}, replace: true })
      }
    />
  );
}

interface NameDialogProps {
  readonly title: string;
  readonly label: string;
  readonly submitLabel: string;
  readonly creation: { readonly isPending: boolean; readonly error: unknown };
  readonly submit: (name: string) => void;
  readonly close: () => void;
}

/** Creates what needs no more than a name; the rest is filled in on its own page. */
export function NameDialog({ title, label, submitLabel, creation, submit, close }: NameDialogProps) {
  const [name, setName] = useState('');
  return (
    <FormDialog
      title={title}
      close={close}
      submitLabel={submitLabel}
      isSending={creation.isPending}
      error={creation.error}
      size="md"
      onSubmit={(event) => {
        event.preventDefault();
        submit(name);
      }}
    >
      <TextInput
        label={label}
        required
        maxLength={200}
        data-autofocus
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
    </FormDialog>
  );
}
