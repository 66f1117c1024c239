import { Alert, Button, type ButtonProps, List, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconWifiOff } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { ApiProblem, type FieldError, Unreachable } from '../api/problem.ts';
import { type Labels, useFieldNames } from './field-names.ts';
import { useFocusFirstWrong } from './first-wrong-field.ts';

interface ProblemProps {
  readonly error: unknown;
  /** Fields that show their own error: paths of the API, `policies.*` for all below one. */
  readonly shownFields?: readonly string[] | undefined;
  /** What the form calls its fields, where the usual name would not do. */
  readonly labels?: Labels | undefined;
}

/**
 * Every no of the API, shown one way: what happened, each reason, and where to fix it. In a form, the first field that
 * shows its own error has the focus.
 */
export function Problem({ error, shownFields, labels }: ProblemProps) {
  const t = useTranslations('errors');
  if (error === null || error === undefined) return null;
  if (error instanceof Unreachable) {
    return (
      <Alert color="clay" role="alert" icon={<IconWifiOff aria-hidden />} title={t('unreachable')}>
        {t('unreachableText')}
      </Alert>
    );
  }
  const problem = error instanceof ApiProblem ? error : new ApiProblem(500, {});
  return <Refused problem={problem} shownFields={shownFields ?? []} labels={labels} />;
}

interface RefusedProps {
  readonly problem: ApiProblem;
  readonly shownFields: readonly string[];
  readonly labels: Labels | undefined;
}

function Refused({ problem, shownFields, labels }: RefusedProps) {
  const t = useTranslations('errors');
  const nameOf = useFieldNames();
  const { list } = useFormatter();
  const isAboutFields = problem.code === 'validation_failed';
  const isForm = shownFields.length > 0;
  const reasons = problem.errors.filter(({ path }) => !isShown(path, shownFields));
  const atFields = problem.errors.filter(({ path }) => isShown(path, shownFields));
  const names = new Set(
    atFields.map(({ path }) => nameOf(path, labels)).filter((name) => name !== undefined),
  );
  const box = useRef<HTMLDivElement>(null);
  useFocusFirstWrong(box, atFields.length > 0 ? problem : undefined);
  // The detail of one reason only says the same again.
  const says = problem.errors.length === 0 || !(isAboutFields || isForm);
  const detail = says && reasons.every(({ message }) => message !== problem.detail) ? problem.detail : '';
  // Something in front of the service has answered, or the app itself failed.
  const isUnexplained = problem.title === '' && detail === '' && problem.status !== 401;
  return (
    <Alert
      ref={box}
      color={problem.status >= 500 ? 'clay' : 'red'}
      role="alert"
      icon={<IconAlertTriangle aria-hidden />}
      title={problem.title || t(problem.status === 401 ? 'loggedOut' : 'unknown')}
    >
      <Stack gap="xs" align="flex-start">
        {detail !== '' && <Text>{detail}</Text>}
        {isUnexplained && <Text>{t('unknownText')}</Text>}
        {names.size > 0 && <Text>{t('fields', { count: names.size, fields: list(names) })}</Text>}
        {reasons.length > 0 && (
          <List aria-label={t('several')} spacing="xs">
            {reasons.map((error) => (
              <List.Item key={`${error.path} ${error.message}`}>
                <Reason error={error} name={isAboutFields ? nameOf(error.path, labels) : undefined} />
              </List.Item>
            ))}
          </List>
        )}
        {problem.retryAfterSeconds !== undefined && (
          <Text>{t('retryAfter', { seconds: problem.retryAfterSeconds })}</Text>
        )}
        {problem.status >= 500 && problem.requestId !== undefined && (
          <Text size="sm">{t('requestId', { id: problem.requestId })}</Text>
        )}
      </Stack>
    </Alert>
  );
}

function isShown(path: string, shownFields: readonly string[]): boolean {
  return shownFields.some((one) =>
    one.endsWith('.*') ? path === one.slice(0, -2) || path.startsWith(one.slice(0, -1)) : path === one,
  );
}

function Reason({ error, name }: { readonly error: FieldError; readonly name: string | undefined }) {
  const t = useTranslations('errors');
  const { message, remedy } = error;
  return (
    <>
      {name === undefined ? message : t('named', { name, text: message })}
      {remedy && <RemedyButton remedy={remedy} ms="xs" />}
    </>
  );
}

interface RemedyButtonProps extends ButtonProps {
  readonly remedy: NonNullable<FieldError['remedy']>;
  /** Where to come back to afterwards. */
  readonly next?: string;
}

/** Leads to the page on which something can be done about a refusal. */
export function RemedyButton({ remedy: { rel, href }, next, ...button }: RemedyButtonProps) {
  const t = useTranslations('errors.remedy');
  const navigate = useNavigate();
  const key = rel as 'other';
  const search = next === undefined ? '' : `?next=${encodeURIComponent(next)}`;
  return (
    <Button variant="light" {...button} onClick={() => void navigate({ href: `${href}${search}` })}>
      {t(t.has(key) ? key : 'other')}
    </Button>
  );
}
