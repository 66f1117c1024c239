import { Button, Group } from '@mantine/core';
import { IconTag } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import type { Member } from '../../api/use-member.ts';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { TagBadge } from './tags.tsx';

const EditTags = lazyDialog(() => import('./person-tags-dialog.tsx'));

/** The tags of a member, below their name. */
export function PersonTags({ member }: { readonly member: Member }) {
  const t = useTranslations('people.tags');
  return (
    <Group gap="xs" mb="lg" role="group" aria-label={t('label')}>
      {member.tags.map((tag) => (
        <TagBadge key={tag.id} tag={tag} />
      ))}
      <EditTags member={member}>
        {(open) => (
          <Button variant="subtle" leftSection={<IconTag size={18} aria-hidden />} onClick={open}>
            {t('edit')}
          </Button>
        )}
      </EditTags>
    </Group>
  );
}
