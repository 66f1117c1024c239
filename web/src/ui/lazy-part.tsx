import { Alert, Button, CloseButton, Paper, Stack } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { type ComponentType, type ReactNode, use, useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Unreachable } from '../api/problem.ts';
import { whenBack } from '../api/recover.ts';
import { confirmAnswer } from '../api/send.ts';
import classes from './lazy-part.module.css';
import { ErrorState } from './states.tsx';

/**
 * The service answers, but not with this file: it runs a newer version than this page. Or the file could not be loaded once,
 * and the browser remembers that for as long as the page is open, as Chromium 153 does.
 */
class NeedsReload extends Error {}

export interface FailureFrameProps {
  readonly needsReload: boolean;
  /** Of a part that can be closed. */
  readonly close: (() => void) | undefined;
  readonly children: ReactNode;
}

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

/**
 * A part of a page that is loaded when it is first needed. When that fails, the rest of the page stays as it is, with
 * everything that was typed, and the part is tried again when the service is back. `Frame` is put around what says so.
 */
export function lazyPart<Props extends object>(
  load: Load<Props>,
  Frame: ComponentType<FailureFrameProps> = InPlace,
) {
  let loaded: ComponentType<Props> | undefined;
  let failure: unknown;
  let loading: Promise<void> | undefined;
  const preload = (): Promise<void> => {
    if (loaded !== undefined) return Promise.resolve();
    failure = undefined;
    loading ??= load()
      .then(
        ({ default: part }) => {
          loaded = part;
        },
        async () => {
          failure = (await doesServiceAnswer()) ? new NeedsReload() : new Unreachable();
        },
      )
      .finally(() => {
        loading = undefined;
      });
    return loading;
  };

  function Part(props: Props) {
    const [, tryAgain] = useState(0);
    if (loaded === undefined && failure === undefined) use(loading ?? preload());
    if (loaded !== undefined) {
      const Loaded = loaded;
      return <Loaded {...props} />;
    }
    const forget = () => {
      failure = undefined;
    };
    const retry = () => {
      forget();
      tryAgain((count) => count + 1);
    };
    const { close } = props as Partial<Pick<FailureFrameProps, 'close'>>;
    return (
      <Frame needsReload={failure instanceof NeedsReload} close={close}>
        <PartFailed error={failure} retry={retry} forget={forget} />
      </Frame>
    );
  }
  return Object.assign(Part, { preload });
}

function InPlace({ children }: FailureFrameProps) {
  return children;
}

/** For what would be laid over the page: in sight, wherever the page is scrolled to. */
export function OverPage({ close, children }: FailureFrameProps) {
  const t = useTranslations('common.action');
  return (
    <Paper withBorder shadow="md" radius="lg" className={classes['over'] ?? ''}>
      <div className={classes['text']}>{children}</div>
      {close !== undefined && <CloseButton size={44} aria-label={t('close')} onClick={close} />}
    </Paper>
  );
}

interface PartFailedProps {
  readonly error: unknown;
  readonly retry: () => void;
  /** So that it is loaded again the next time it is needed. */
  readonly forget: () => void;
}

function PartFailed({ error, retry, forget }: PartFailedProps) {
  const t = useTranslations('common.state');
  useEffect(() => {
    if (error instanceof NeedsReload) return;
    window.addEventListener('online', retry);
    const leave = whenBack(retry);
    return () => {
      window.removeEventListener('online', retry);
      leave();
    };
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when it leaves the page
  useEffect(() => forget, []);
  if (!(error instanceof NeedsReload)) return <ErrorState error={error} retry={retry} />;
  return (
    <Alert role="alert" icon={<IconRefresh aria-hidden />} title={t('notLoaded')}>
      <Stack gap="xs" align="flex-start">
        {t('notLoadedText')}
        <Button variant="default" onClick={() => location.reload()}>
          {t('reloadPage')}
        </Button>
      </Stack>
    </Alert>
  );
}

async function doesServiceAnswer(): Promise<boolean> {
  return await confirmAnswer().then(
    () => true,
    () => false,
  );
}
