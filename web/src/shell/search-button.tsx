import { Button } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { useOrganizations } from '../api/me.ts';
import { lazyDialog } from '../ui/lazy-dialog.tsx';
import classes from './shell.module.css';

const SearchDialog = lazyDialog(() => import('./search-dialog.tsx'));

/** Opens the search. For members only. The icon is for phones; the one with a text also listens to Ctrl+K and Cmd+K. */
export function SearchButton({ isIcon = false }: { readonly isIcon?: boolean }) {
  const { current } = useOrganizations();
  if (current === undefined) return null;
  return (
    <SearchDialog>
      {(open) =>
        isIcon ? (
          <OpenerIcon open={open} />
        ) : (
          <>
            <OpenByKey open={open} />
            <Opener open={open} />
          </>
        )
      }
    </SearchDialog>
  );
}

function Opener({ open }: { readonly open: () => void }) {
  const t = useTranslations('common.search');
  return (
    <Button
      variant="default"
      leftSection={<IconSearch size={18} aria-hidden />}
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={open}
    >
      {t('open')}
    </Button>
  );
}

function OpenerIcon({ open }: { readonly open: () => void }) {
  const t = useTranslations('common.search');
  return (
    <button
      type="button"
      className={classes['icon']}
      aria-label={t('open')}
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={open}
    >
      <IconSearch size={22} stroke={1.7} aria-hidden />
    </button>
  );
}

function OpenByKey({ open }: { readonly open: () => void }) {
  useEffect(() => {
    const listening = new AbortController();
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.shiftKey) return;
      event.preventDefault();
      // What is open must be closed first, or it would lose what was typed.
      if (document.querySelector('[role=dialog]') === null) open();
    };
    window.addEventListener('keydown', press, { signal: listening.signal });
    return () => listening.abort();
  });
  return null;
}
