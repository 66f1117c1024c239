import { Title } from '@mantine/core';
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import classes from './page.module.css';
import { takesFocus } from './rules.ts';

/** Where a heading has taken the focus last; empty before the first page, which leaves it to the browser. */
let focusedPath = '';
/** The heading that went away had the focus, and took it along. */
let isFocusLost = false;

export interface PageProps {
  /** The page's only h1; also the title of the browser tab. */
  readonly title: string;
  readonly lead?: ReactNode;
  /** Buttons beside the title. */
  readonly actions?: ReactNode;
  readonly width?: 'narrow' | 'normal' | 'wide' | 'full';
  readonly children: ReactNode;
}

/** What every screen is: a heading that gets the focus after navigation, so that it is read aloud, and content. */
export function Page({ title, lead, actions, width = 'normal', children }: PageProps) {
  const t = useTranslations('common');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = t('titleOf', { page: title });
  }, [title, t]);
  useLayoutEffect(() => {
    const { current } = heading;
    const { pathname } = location;
    if (takesFocus(pathname, focusedPath, isFocusLost)) current?.focus({ preventScroll: true });
    focusedPath = pathname;
    isFocusLost = false;
    return () => {
      isFocusLost = document.activeElement === current;
    };
  }, []);
  return (
    <div className={`${classes['page']} ${classes[width]}`}>
      <div className={classes['head']}>
        <div className={classes['words']}>
          <Title order={1} ref={heading} tabIndex={-1} className={classes['title'] ?? ''}>
            {title}
          </Title>
          {lead !== undefined && <p className={classes['lead']}>{lead}</p>}
        </div>
        {actions !== undefined && <div className={classes['actions']}>{actions}</div>}
      </div>
      {children}
    </div>
  );
}
