import { Stack, Text, Title } from '@mantine/core';
import type { Schemas } from '@muster/client';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { apiQuery } from '../../api/query.ts';
import { DetailsDrawer } from '../../ui/dialog.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Facts } from '../../ui/section.tsx';
import { Loaded } from '../../ui/states.tsx';
import { FormFields } from './form-fields.tsx';
import { isObject } from './form-match.ts';

interface SubmissionDetailsProps {
  readonly submission: Schemas['SubmissionLine'];
  readonly close: () => void;
}

/** One submission, shown with the questions of the version that it answered. */
export function SubmissionDetails({ submission, close }: SubmissionDetailsProps) {
  const t = useTranslations('manageForms.submissions');
  const { form_id: id, form_version: version, user_name, user_email, answers, address } = submission;
  const form = useQuery(apiQuery('/api/v1/forms/{id}/versions/{version}', { path: { id, version } }));
  return (
    <DetailsDrawer title={user_name} close={close}>
      <Stack>
        <Facts
          facts={[
            [t('who'), user_email === null ? user_name : `${user_name} (${user_email})`],
            [t('when'), <Moment key="when" at={submission.submitted_at} />],
            [t('version'), String(version)],
            ...(address === null ? [] : [[t('address'), address] as const]),
          ]}
        />
        <Title order={3} size="h4">
          {t('answers')}
        </Title>
        {isObject(answers) ? (
          <Loaded query={form}>
            {({ schema, ui }) => (
              <FormFields schema={schema} ui={ui} value={answers} onChange={() => {}} readOnly />
            )}
          </Loaded>
        ) : (
          <Text c="dimmed">{t('erased')}</Text>
        )}
      </Stack>
    </DetailsDrawer>
  );
}
