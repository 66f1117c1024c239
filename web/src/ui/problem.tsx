import { Alert, Button, List, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconWifiOff } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useLocale, useTranslations } from 'use-intl';
import { ApiProblem, Unreachable } from '../api/problem.ts';
import { useFieldWords } from './field-errors.ts';
import { type Labels, type ShownError, shownErrorOf } from './field-words.ts';

interface ProblemProps {
  readonly error: unknown;
  /** Fields that show their own error: paths of the API, `policies.*` for all below one. */
  readonly shownFields?: readonly string[] | undefined;
  /** What the form calls its fields, where the usual name would not do. */
  readonly labels?: Labels | undefined;
}

/** Every no of the API, shown one way: what happened, each reason, and where to mend it. */
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
  const words = useFieldWords();
  const lang = useLocale() === 'en' ? undefined : 'en';
  const key = `title.${problem.code}` as 'title.conflict';
  const isAboutFields = problem.code === 'validation_failed';
  const isForm = shownFields.length > 0;
  const rest = problem.errors.filter(({ path }) => !isShown(path, shownFields));
  const shownErrors = rest.map((error): ShownError => {
    if (!isAboutFields && !isForm) return shownErrorOf(error);
    const name = isAboutFields ? words.name(error.path, labels) : undefined;
    const text = words.text(error);
    return {
      path: error.path,
      text: name === undefined ? text : t('named', { name, text }),
      href: undefined,
    };
  });
  // The detail of a wrong field only says the same again.
  const says = !(isAboutFields || isForm) || problem.errors.length === 0;
  const detail =
    says && shownErrors.every(({ text }) => !problem.detail.includes(text)) ? problem.detail : '';
  return (
    <Alert
      color={problem.status >= 500 ? 'clay' : 'red'}
      role="alert"
      icon={<IconAlertTriangle aria-hidden />}
      title={t.has(key) ? t(key) : problem.title || t('unknown')}
    >
      <Stack gap="xs" align="flex-start">
        {detail !== '' && <Text lang={lang}>{detail}</Text>}
        {shownErrors.length > 0 && (
          <List aria-label={t('several')} lang={isAboutFields ? undefined : lang} spacing="xs">
            {shownErrors.map((error) => (
              <List.Item key={`${error.path} ${error.text}`}>
                <ErrorText error={error} />
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

function ErrorText({ error }: { readonly error: ShownError }) {
  const t = useTranslations('common.action');
  const navigate = useNavigate();
  const { href } = error;
  return (
    <>
      {error.text}
      {href !== undefined && (
        <Button variant="light" ms="xs" onClick={() => void navigate({ to: href })}>
          {t('goMend')}
        </Button>
      )}
    </>
  );
}
