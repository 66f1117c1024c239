import { Button, Skeleton, Stack, Title } from '@mantine/core';
import { IconMoodEmpty } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { isMissing } from '../api/problem.ts';
import { ButtonLink } from './links.tsx';
import { Problem } from './problem.tsx';
import classes from './states.module.css';

export interface EmptyStateProps {
  readonly title: string;
  readonly text?: string;
  readonly icon?: ReactNode;
  /** What to do instead. */
  readonly action?: ReactNode;
}

export function EmptyState({ title, text, icon, action }: EmptyStateProps) {
  return (
    <div className={classes['state']}>
      {icon ?? <IconMoodEmpty size={40} stroke={1.5} aria-hidden />}
      <Title order={2} size="h3">
        {title}
      </Title>
      {text !== undefined && <p className={classes['text']}>{text}</p>}
      {action}
    </div>
  );
}

/** Nothing is at this address: trying again would not help, so it leads on. */
export function NotFoundState() {
  const t = useTranslations('common');
  return (
    <EmptyState
      title={t('notFound.hint')}
      text={t('notFound.text')}
      action={<ButtonLink to="/">{t('action.toBoard')}</ButtonLink>}
    />
  );
}

/** A read that failed, and a button to try it again where that can help. */
export function ErrorState({
  error,
  retry,
}: {
  readonly error: unknown;
  readonly retry?: (() => void) | undefined;
}) {
  const t = useTranslations('common.action');
  if (isMissing(error)) return <NotFoundState />;
  return (
    <Stack align="flex-start" mb="md">
      <Problem error={error} />
      {retry !== undefined && (
        <Button variant="default" onClick={retry}>
          {t('retry')}
        </Button>
      )}
    </Stack>
  );
}

/** The shape of a list that is on its way. Says so to those who do not see it. */
export function ListSkeleton({
  rows = 5,
  height = 84,
}: {
  readonly rows?: number;
  readonly height?: number;
}) {
  return (
    <Waiting>
      <Stack gap="sm">
        {Array.from({ length: rows }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are identical
          <Skeleton key={row} height={height} radius="lg" />
        ))}
      </Stack>
    </Waiting>
  );
}

export function TextSkeleton({ lines = 4 }: { readonly lines?: number }) {
  return (
    <Waiting>
      <Stack gap="xs">
        {Array.from({ length: lines }, (_, line) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are identical
          <Skeleton key={line} height={16} width={line === lines - 1 ? '60%' : '100%'} />
        ))}
      </Stack>
    </Waiting>
  );
}

function Waiting({ children }: { readonly children: ReactNode }) {
  const t = useTranslations('common.state');
  return (
    <div role="status" aria-busy>
      <span className="only-read-aloud">{t('loading')}</span>
      {children}
    </div>
  );
}

export interface LoadedProps<Data> {
  readonly query: UseQueryResult<Data>;
  readonly skeleton?: ReactNode;
  readonly children: (data: Data) => ReactNode;
}

/** `<Loaded query={query}>{(shift) => …}</Loaded>`: skeleton, error with retry, or the content. */
export function Loaded<Data>({ query, skeleton, children }: LoadedProps<Data>) {
  if (query.data !== undefined) return <>{children(query.data)}</>;
  if (query.isError) return <ErrorState error={query.error} retry={() => void query.refetch()} />;
  return <>{skeleton ?? <TextSkeleton />}</>;
}
