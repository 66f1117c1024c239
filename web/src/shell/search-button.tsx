import { Button } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { useOrganizations } from '../api/me.ts';
import { lazyDialog } from '../ui/lazy-dialog.tsx';

const SearchDialog = lazyDialog(() => import('./search-dialog.tsx'));

/** Opens the search, which Ctrl+K or Cmd+K does as well where `hasKey` is set. For members only. */
export function SearchButton({ hasKey = false }: { readonly hasKey?: boolean }) {
  const { current } = useOrganizations();
  if (current === undefined) return null;
  return (
    <SearchDialog>
      {(open) => (
        <>
          {hasKey && <OpenByKey open={open} />}
          <Opener open={open} />
        </>
      )}
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
