import { Alert, Button, List, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconWifiOff } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useLocale, useTranslations } from 'use-intl';
import { ApiProblem, Unreachable } from '../api/problem.ts';
import { fieldTextKey, limitIn } from './field-errors.ts';
import { faultOf, type ShownFault } from './remedy.ts';

/** Every no of the API, shown one way: what happened, each reason, and where to mend it. */
export function Problem({
  error,
  shownFields,
}: {
  readonly error: unknown;
  /** What is wrong with these stands beside them already. */
  readonly shownFields?: readonly string[];
}) {
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
  return <Refused problem={problem} shownFields={shownFields ?? []} />;
}

interface RefusedProps {
  readonly problem: ApiProblem;
  readonly shownFields: readonly string[];
}

function Refused({ problem, shownFields }: RefusedProps) {
  const t = useTranslations('errors');
  const lang = useLocale() === 'en' ? undefined : 'en';
  const key = `title.${problem.code}` as 'title.conflict';
  const rest = problem.errors.filter(({ path }) => !shownFields.includes(path));
  const faults = rest.map((fault): ShownFault => {
    const field = shownFields.length > 0 ? fieldTextKey(fault) : undefined;
    if (field === undefined) return faultOf(fault);
    return {
      path: fault.path,
      text: t(`field.${field}`, { limit: limitIn(fault.message) }),
      href: undefined,
    };
  });
  const isBesideFields = shownFields.length > 0 && problem.errors.length > 0;
  const says = !isBesideFields && faults.every(({ text }) => !problem.detail.includes(text));
  return (
    <Alert
      color={problem.status >= 500 ? 'clay' : 'red'}
      role="alert"
      icon={<IconAlertTriangle aria-hidden />}
      title={t.has(key) ? t(key) : problem.title || t('unknown')}
    >
      <Stack gap="xs" align="flex-start">
        {says && problem.detail !== '' && <Text lang={lang}>{problem.detail}</Text>}
        {faults.length > 0 && (
          <List aria-label={t('several')} lang={lang} spacing="xs">
            {faults.map((fault) => (
              <List.Item key={`${fault.path} ${fault.text}`}>
                <OneFault fault={fault} />
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

function OneFault({ fault }: { readonly fault: ShownFault }) {
  const t = useTranslations('common.action');
  const navigate = useNavigate();
  const { href } = fault;
  return (
    <>
      {fault.text}
      {href !== undefined && (
        <Button variant="light" ms="xs" onClick={() => void navigate({ to: href })}>
          {t('goMend')}
        </Button>
      )}
    </>
  );
}
