import { Button, Group } from '@mantine/core';
import type { Schemas } from '@muster/client';
import { IconEdit, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'use-intl';
import { useOrganizationId } from '../../api/me.ts';
import { useApiMutation } from '../../api/mutation.ts';
import { apiQuery } from '../../api/query.ts';
import { ConfirmAction, lazyDialog } from '../../ui/lazy-dialog.tsx';
import rows from '../../ui/rows.module.css';
import { PlainSection } from '../../ui/section.tsx';
import { Loaded } from '../../ui/states.tsx';
import { nameOf } from './language-name.ts';

const TemplateDialog = lazyDialog(() => import('./template-dialog.tsx'));

/** Texts for the next time: created, renamed, changed and deleted here. */
export function Templates() {
  const t = useTranslations('manageNotifications.templates');
  const id = useOrganizationId();
  const templates = useQuery(apiQuery('/api/v1/organizations/{id}/message-templates', { path: { id } }));
  return (
    <PlainSection
      title={t('title')}
      actions={
        <TemplateDialog>
          {(open) => (
            <Button variant="default" leftSection={<IconPlus size={18} aria-hidden />} onClick={open}>
              {t('new')}
            </Button>
          )}
        </TemplateDialog>
      }
    >
      <Loaded query={templates}>
        {({ items }) =>
          items.length === 0 ? (
            <p className={rows['quiet']}>{t('empty')}</p>
          ) : (
            <ul className={rows['list']}>
              {items.map((template) => (
                <li key={template.id} className={rows['row']}>
                  <TemplateRow template={template} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </PlainSection>
  );
}

function TemplateRow({ template }: { readonly template: Schemas['MessageTemplate'] }) {
  const t = useTranslations('manageNotifications.templates');
  const { list } = useFormatter();
  const path = { id: useOrganizationId(), template_id: template.id };
  const { name } = template;
  const remove = useApiMutation('delete', '/api/v1/organizations/{id}/message-templates/{template_id}', {
    invalidates: [['/api/v1/organizations/{id}/message-templates']],
  });
  const languages = list(
    template.texts.map(({ language }) => nameOf(language)),
    { type: 'unit' },
  );
  return (
    <>
      <span>
        <strong>{name}</strong>
        <br />
        <span className={rows['quiet']}>{languages}</span>
      </span>
      <Group gap="xs">
        <TemplateDialog template={template}>
          {(open) => (
            <Button
              variant="default"
              leftSection={<IconEdit size={18} aria-hidden />}
              aria-label={t('editOf', { name })}
              onClick={open}
            >
              {t('edit')}
            </Button>
          )}
        </TemplateDialog>
        <ConfirmAction
          title={t('deleteTitle', { name })}
          text={t('deleteText')}
          confirmLabel={t('delete')}
          isDangerous
          onConfirm={() => remove.mutateAsync({ path })}
        >
          {(open) => (
            <Button
              variant="default"
              leftSection={<IconTrash size={18} aria-hidden />}
              aria-label={t('deleteOf', { name })}
              onClick={open}
            >
              {t('delete')}
            </Button>
          )}
        </ConfirmAction>
      </Group>
    </>
  );
}
