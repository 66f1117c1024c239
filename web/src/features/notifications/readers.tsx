import { Text } from '@mantine/core';
import type { Schemas } from '@muster/client';
import { useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { FoldButton } from '../../ui/foldable.tsx';
import { Mark } from '../../ui/mark.tsx';
import { nameOf } from './language-name.ts';
import classes from './notifications.module.css';

/** How many get a message, in which languages, and who they are. */
export function Readers({ readers }: { readonly readers: Schemas['MessageResponse'] | undefined }) {
  const t = useTranslations('manageNotifications.write');
  const { list } = useFormatter();
  const [isOpen, setOpen] = useState(false);
  if (readers === undefined) return null;
  const { languages, opted_out, no_address, recipients, preview } = readers;
  const count = languages.reduce((sum, { people }) => sum + people, 0);
  const hidden = recipients - preview.length;
  const parts = languages.map(({ language, people }) =>
    t('readersOf', { language: nameOf(language), people }),
  );
  return (
    <div>
      <Text role="status">
        {t('readers', { count })}
        {languages.length > 1 && ` (${list(parts, { type: 'unit' })})`}
        {opted_out + no_address > 0 && ` ${t('unreached', { count: opted_out + no_address })}`}
      </Text>
      {recipients > 1 && (
        <FoldButton isOpen={isOpen} toggle={() => setOpen(!isOpen)}>
          {t('names')}
        </FoldButton>
      )}
      {isOpen && (
        <ul className={classes['names']}>
          {preview.map(({ user_id, name, status }) => (
            <li key={user_id}>
              {name} {status !== 'reached' && <Mark>{t(`without.${status}`)}</Mark>}
            </li>
          ))}
          {hidden !== 0 && <li>{t('more', { count: hidden })}</li>}
        </ul>
      )}
    </div>
  );
}
