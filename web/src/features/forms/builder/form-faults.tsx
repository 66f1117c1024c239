import { Alert, List } from '@mantine/core';
import { useTranslations } from 'use-intl';
import type { Schemas } from '../../../api/client.ts';
import { ApiProblem } from '../../../api/problem.ts';

interface FormFaultsProps {
  readonly error: unknown;
  readonly schema: Schemas['Form']['schema'];
}

/** What the API says about the questions, each with its question or, beyond them, the place in the schema. */
export function FormFaults({ error, schema }: FormFaultsProps) {
  const t = useTranslations('manageForms');
  const faults =
    error instanceof ApiProblem ? error.errors.filter(({ path }) => /^(schema|ui)\b/.test(path)) : [];
  if (faults.length === 0) return null;
  return (
    <Alert color="red" role="alert" title={t('faults')}>
      <List lang="en" spacing="xs">
        {faults.map(({ path, message }) => (
          <List.Item key={`${path} ${message}`}>
            {questionOf(schema, path) ?? <code>{path}</code>}: {message}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}

/** `schema.properties.shirt.enum` is about the question whose title is "Shirt size". */
function questionOf(schema: FormFaultsProps['schema'], path: string): string | undefined {
  const [, key] = /^schema\.properties\.([^.]+)/.exec(path) ?? [];
  const properties = schema['properties'] as Record<string, { title?: unknown } | undefined> | undefined;
  const title = key === undefined ? undefined : properties?.[key]?.title;
  return typeof title === 'string' && title !== '' ? `“${title}”` : undefined;
}
