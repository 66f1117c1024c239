import { ActionIcon, Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useOrganizationId } from '../../api/me.ts';
import { useApiMutation } from '../../api/mutation.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ConfirmAction } from '../../ui/lazy-dialog.tsx';
import { Problem } from '../../ui/problem.tsx';
import classes from '../../ui/rows.module.css';
import { Loaded } from '../../ui/states.tsx';
import { type Tag, TagBadge, tagKeys, useTags } from './tags.tsx';

const colors = ['gray', 'red', 'orange', 'yellow', 'green', 'teal', 'blue', 'violet', 'pink'] as const;

/** The tags of the organization: make, rename, recolor and delete them. */
export default function TagsDialog({ close }: { readonly close: () => void }) {
  const t = useTranslations('people.tags');
  const [name, setName] = useState('');
  return (
    <Dialog title={t('title')} close={close} size="lg" isDirty={name.trim() !== ''}>
      <Stack>
        <NewTag name={name} setName={setName} />
        <Loaded query={useTags()}>
          {({ items }) =>
            items.length === 0 ? (
              <Text c="dimmed">{t('none')}</Text>
            ) : (
              <ul className={classes['list']}>
                {items.map((tag) => (
                  <TagRow key={tag.id} tag={tag} people={tag.people} />
                ))}
              </ul>
            )
          }
        </Loaded>
      </Stack>
    </Dialog>
  );
}

interface NewTagProps {
  readonly name: string;
  readonly setName: (name: string) => void;
}

function NewTag({ name, setName }: NewTagProps) {
  const t = useTranslations('people.tags');
  const id = useOrganizationId();
  const create = useApiMutation('post', '/api/v1/organizations/{id}/tags', {
    invalidates: tagKeys,
    onSuccess: () => setName(''),
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        create.mutate({ path: { id }, body: { name: name.trim() } });
      }}
    >
      <Group align="flex-end" wrap="nowrap">
        <TextInput
          label={t('new')}
          flex={1}
          maxLength={50}
          data-autofocus
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <Button
          type="submit"
          leftSection={<IconPlus size={18} aria-hidden />}
          disabled={name.trim() === ''}
          loading={create.isPending}
        >
          {t('add')}
        </Button>
      </Group>
      <Problem error={create.error} />
    </form>
  );
}

function TagRow({ tag, people }: { readonly tag: Tag; readonly people: number }) {
  const t = useTranslations('people.tags');
  const words = useTranslations('common.action');
  const [name, setName] = useState<string>();
  const pencil = useRef<HTMLButtonElement>(null);
  const endRenaming = () => {
    setName(undefined);
    pencil.current?.focus();
  };
  const path = { id: useOrganizationId(), tag_id: tag.id };
  const change = useApiMutation('patch', '/api/v1/organizations/{id}/tags/{tag_id}', {
    invalidates: tagKeys,
  });
  const remove = useApiMutation('delete', '/api/v1/organizations/{id}/tags/{tag_id}', {
    invalidates: tagKeys,
  });
  return (
    <li className={classes['row']}>
      {name === undefined ? (
        <Stack gap={2}>
          <TagBadge tag={tag} />
          <Text size="sm" c="dimmed">
            {t('people', { count: people })}
          </Text>
        </Stack>
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            change.mutate({ path, body: { name: name.trim() } }, { onSuccess: endRenaming });
          }}
        >
          <Group gap="xs" wrap="nowrap">
            <TextInput
              aria-label={t('nameOf', { name: tag.name })}
              maxLength={50}
              autoFocus
              value={name}
              onChange={({ currentTarget }) => setName(currentTarget.value)}
            />
            <Button type="submit" disabled={name.trim() === ''} loading={change.isPending}>
              {words('save')}
            </Button>
          </Group>
        </form>
      )}
      <Group gap="xs" wrap="nowrap">
        <ActionIcon
          variant="default"
          size={44}
          ref={pencil}
          aria-label={t('renameOf', { name: tag.name })}
          aria-pressed={name !== undefined}
          onClick={() => setName(name === undefined ? tag.name : undefined)}
        >
          <IconPencil size={20} aria-hidden />
        </ActionIcon>
        <NativeSelect
          aria-label={t('colorOf', { name: tag.name })}
          value={tag.color ?? ''}
          data={[
            { value: '', label: t('noColor') },
            ...colors.map((value) => ({ value, label: t(`colors.${value}`) })),
          ]}
          onChange={({ currentTarget: { value } }) =>
            change.mutate({ path, body: { color: colors.find((one) => one === value) ?? null } })
          }
        />
        <ConfirmAction
          title={t('deleteTitle', { name: tag.name })}
          text={t('deleteText', { count: people })}
          confirmLabel={t('delete')}
          isDangerous
          onConfirm={() => remove.mutateAsync({ path })}
        >
          {(ask) => (
            <ActionIcon
              variant="default"
              size={44}
              aria-label={t('deleteOf', { name: tag.name })}
              onClick={ask}
            >
              <IconTrash size={20} aria-hidden />
            </ActionIcon>
          )}
        </ConfirmAction>
      </Group>
      <Problem error={change.error} />
    </li>
  );
}
