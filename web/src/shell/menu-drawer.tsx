import { Drawer, Stack } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { useFocusReturn } from '../ui/keep-focus.tsx';
import { NavList } from './nav-list.tsx';
import { Preferences } from './preferences.tsx';

/** All destinations on a phone. Closes when one is taken. */
export default function MenuDrawer({ close }: { readonly close: () => void }) {
  useFocusReturn();
  const t = useTranslations('common.nav');
  const path = useLocation({ select: ({ pathname }) => pathname });
  const opened = useRef(path);
  useEffect(() => {
    if (path !== opened.current) close();
  }, [path, close]);
  return (
    <Drawer
      opened
      onClose={close}
      title={t('menu')}
      position="right"
      closeButtonProps={{ 'aria-label': t('close'), size: 44 }}
    >
      <Stack>
        <nav aria-label={t('main')}>
          <NavList />
        </nav>
        <Preferences />
      </Stack>
    </Drawer>
  );
}
