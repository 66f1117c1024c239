import { Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useOrganizationId } from '../../api/me.ts';
import { useApiMutation } from '../../api/mutation.ts';
import type { Member } from '../../api/use-member.ts';
import { ChooseMany } from '../../ui/choose-many.tsx';
import { FormDialog } from '../../ui/dialog.tsx';
import { Loaded } from '../../ui/states.tsx';
import { tagKeys, useTags } from './tags.tsx';

interface PersonTagsDialogProps {
  readonly member: Member;
  readonly close: () => void;
}

export default function PersonTagsDialog({ member, close }: PersonTagsDialogProps) {
  const t = useTranslations('people.tags');
  const words = useTranslations('common.action');
  const id = useOrganizationId();
  const before = member.tags.map((tag) => tag.id);
  const [chosen, setChosen] = useState<readonly number[]>(before);
  const add = chosen.filter((tag) => !before.includes(tag));
  const remove = before.filter((tag) => !chosen.includes(tag));
  const save = useApiMutation('post', '/api/v1/organizations/{id}/members/tags', {
    invalidates: tagKeys,
    onSuccess: close,
  });
  const isDirty = add.length + remove.length > 0;
  return (
    <FormDialog
      title={t('editOf', { name: member.name })}
      submitLabel={words('save')}
      close={close}
      isDirty={isDirty}
      isDisabled={!isDirty}
      isSending={save.isPending}
      error={save.error}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate({ path: { id }, body: { user_ids: [member.user_id], add, remove } });
      }}
    >
      <Loaded query={useTags()}>
        {({ items }) =>
          items.length === 0 ? (
            <Text c="dimmed">{t('none')}</Text>
          ) : (
            <ChooseMany
              label={t('label')}
              options={items.map((tag) => ({ value: tag.id, label: tag.name }))}
              value={chosen}
              onChange={setChosen}
            />
          )
        }
      </Loaded>
    </FormDialog>
  );
}
