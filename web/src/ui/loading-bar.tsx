import { createPortal } from 'react-dom';
import { useTranslations } from 'use-intl';
import classes from './loading-bar.module.css';

/** At the upper edge of the screen while what someone pressed is on its way: a page, or the code of a dialog. */
export function LoadingBar() {
  const t = useTranslations('common.state');
  return createPortal(
    <div role="status" className={classes['bar']}>
      <span className={`only-read-aloud ${classes['text']}`}>{t('loading')}</span>
    </div>,
    document.body,
  );
}
