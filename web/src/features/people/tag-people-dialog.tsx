import { Button, Group, Progress, Stack, Text } from '@mantine/core';
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
const tagging = '/api/v1/organizations/{id}/members/tags';
const nothing = { people: 0, changed: 0, left: 0 };

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
  const words = useTranslations('common.run');
  const id = useOrganizationId();
  const [chosen, setChosen] = useState<readonly number[]>([]);
  // After a failure, it goes on with those who are left.
  const [done, setDone] = useState(nothing);
  const save = useTask(
    async () => {
      let sum = done;
      try {
        for (; sum.people < userIds.length; setDone(sum)) {
          const some = userIds.slice(sum.people, sum.people + most);
          const body = { user_ids: some, [isRemoving ? 'remove' : 'add']: [...chosen] };
          const part = await sendChange('post', tagging, { path: { id }, body });
          sum = {
            people: sum.people + some.length,
            changed: sum.changed + part.changed,
            left: sum.left + part.not_members,
          };
        }
      } finally {
        await Promise.all(tagKeys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
      }
      return sum;
    },
    {
      onSuccess: ({ changed, left }) => {
        notify.success(
          [t('changed', { count: changed }), ...(left > 0 ? [t('left', { count: left })] : [])].join(' '),
        );
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
                onChange={(ids) => {
                  setChosen(ids);
                  setDone(nothing);
                }}
              />
            )
          }
        </Loaded>
        {(save.isPending || done.people > 0) && userIds.length > most && (
          <div>
            <Progress
              value={(100 * done.people) / userIds.length}
              aria-label={words('progress', { done: done.people, total: userIds.length })}
            />
            <Text role="status">{words('progress', { done: done.people, total: userIds.length })}</Text>
          </div>
        )}
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
