import { Alert, List } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { ApiProblem } from '../../../api/problem.ts';

/** What the API says about the questions, each with the place in the schema that it is about. */
export function FormFaults({ error }: { readonly error: unknown }) {
  const t = useTranslations('manageForms');
  const faults =
    error instanceof ApiProblem ? error.errors.filter(({ path }) => /^(schema|ui)\b/.test(path)) : [];
  if (faults.length === 0) return null;
  return (
    <Alert color="red" role="alert" title={t('faults')}>
      <List lang="en" spacing="xs">
        {faults.map(({ path, message }) => (
          <List.Item key={`${path} ${message}`}>
            <code>{path}</code> {message}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}
