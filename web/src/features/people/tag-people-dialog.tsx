import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useOrganizationId } from '../../api/me.ts';
import { sendChange, useTask } from '../../api/mutation.ts';
import { queryClient } from '../../api/query.ts';
import { ChooseMany } from '../../ui/choose-many.tsx';
import { Dialog, DialogCancel } from '../../ui/dialog.tsx';
import { notify } from '../../ui/notify.ts';
import { Problem } from '../../ui/problem.tsx';
import { Loaded } from '../../ui/states.tsx';
import { tagKeys, useTags } from './tags.tsx';

/** The service takes so many at a time. */
const most = 500;

interface TagPeopleDialogProps {
  readonly userIds: readonly number[];
  /** Removes tags; otherwise adds them. */
  readonly isRemoving: boolean;
  readonly close: () => void;
}

/** Tags everyone who is selected, or removes tags from them. */
export default function TagPeopleDialog({ userIds, isRemoving, close }: TagPeopleDialogProps) {
  const t = useTranslations('people.bulk');
  const tags = useTranslations('people.tags');
  const id = useOrganizationId();
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const save = useTask(
    async () => {
      let changed = 0;
      for (let from = 0; from < userIds.length; from += most) {
        const body = {
          user_ids: userIds.slice(from, from + most),
          [isRemoving ? 'remove' : 'add']: [...chosen],
        };
        changed += (
          await sendChange('post', '/api/v1/organizations/{id}/members/tags', { path: { id }, body })
        ).changed;
      }
      await Promise.all(tagKeys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
      return changed;
    },
    {
      onSuccess: (count) => {
        notify.success(t('changed', { count }));
        close();
      },
    },
  );
  const title = isRemoving
    ? t('untagTitle', { count: userIds.length })
    : t('tagTitle', { count: userIds.length });
  return (
    <Dialog title={title} close={close}>
      <Stack>
        <Loaded query={useTags()}>
          {({ items }) =>
            items.length === 0 ? (
              <Text c="dimmed">{tags('none')}</Text>
            ) : (
              <ChooseMany
                label={tags('label')}
                options={items.map((tag) => ({ value: tag.id, label: tag.name }))}
                value={chosen}
                onChange={(ids) => setChosen(ids.slice(0, 20))}
              />
            )
          }
        </Loaded>
        <Problem error={save.error} />
        <Group justify="flex-end">
          <DialogCancel />
          <Button disabled={chosen.length === 0} loading={save.isPending} onClick={() => save.mutate()}>
            {isRemoving ? t('untag') : t('tag')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
