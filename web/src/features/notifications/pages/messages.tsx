import { Button, Group, NativeSelect, Stack } from '@mantine/core';
import { IconMail, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { useOrganizationId } from '../../../api/me.ts';
import { sendChange } from '../../../api/mutation.ts';
import { apiQuery, queryClient } from '../../../api/query.ts';
import { useProgramChoices } from '../../../api/use-choices.ts';
import { ConfirmAction } from '../../../ui/lazy-dialog.tsx';
import { Page } from '../../../ui/page.tsx';
import rows from '../../../ui/rows.module.css';
import { PlainSection } from '../../../ui/section.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { nameOf } from '../language-name.ts';
import { MessageHistory } from '../message-history.tsx';
import { Write } from '../write.ts';

/** Everything that was written to people, and templates for the next time. */
export function MessagesPage() {
  const t = useTranslations('manageNotifications');
  return (
    <Page title={t('title')} lead={t('lead')} actions={<WriteToMany />}>
      <Stack gap="xl">
        <PlainSection title={t('history.title')}>
          <MessageHistory />
        </PlainSection>
        <Templates />
      </Stack>
    </Page>
  );
}

/** To everyone, or to the people of one program. */
function WriteToMany() {
  const t = useTranslations('manageNotifications');
  const programs = useProgramChoices();
  const [program, setProgram] = useState('');
  const target = program === '' ? { everybody: true } : { program_id: Number(program) };
  const name = programs.find(({ value }) => String(value) === program)?.label ?? t('everyone');
  return (
    <Group align="end">
      <NativeSelect
        label={t('to')}
        value={program}
        data={[
          { value: '', label: t('everyone') },
          ...programs.map(({ value, label }) => ({ value: String(value), label })),
        ]}
        onChange={({ currentTarget }) => setProgram(currentTarget.value)}
      />
      <Write target={target} title={t('write.titleTo', { name })}>
        {(open) => (
          <Button leftSection={<IconMail size={18} aria-hidden />} onClick={open}>
            {t('new')}
          </Button>
        )}
      </Write>
    </Group>
  );
}

function Templates() {
  const t = useTranslations('manageNotifications.templates');
  const { list } = useFormatter();
  const id = useOrganizationId();
  const query = apiQuery('/api/v1/organizations/{id}/message-templates', { path: { id } });
  const templates = useQuery(query);
  const remove = async (template_id: number) => {
    const path = { id, template_id };
    await sendChange('delete', '/api/v1/organizations/{id}/message-templates/{template_id}', { path });
    await queryClient.invalidateQueries({ queryKey: query.queryKey });
  };
  return (
    <PlainSection title={t('title')}>
      <Loaded query={templates}>
        {({ items }) =>
          items.length === 0 ? (
            <p className={rows['quiet']}>{t('empty')}</p>
          ) : (
            <ul className={rows['list']}>
              {items.map((template) => (
                <li key={template.id}>
                  <Group justify="space-between">
                    <span>
                      <strong>{template.name}</strong>{' '}
                      {list(
                        template.texts.map(({ language }) => nameOf(language)),
                        { type: 'unit' },
                      )}
                    </span>
                    <ConfirmAction
                      title={t('deleteTitle', { name: template.name })}
                      text={t('deleteText')}
                      confirmLabel={t('delete')}
                      isDangerous
                      onConfirm={() => remove(template.id)}
                    >
                      {(open) => (
                        <Button
                          variant="default"
                          leftSection={<IconTrash size={18} aria-hidden />}
                          aria-label={t('deleteOf', { name: template.name })}
                          onClick={open}
                        >
                          {t('delete')}
                        </Button>
                      )}
                    </ConfirmAction>
                  </Group>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </PlainSection>
  );
}
