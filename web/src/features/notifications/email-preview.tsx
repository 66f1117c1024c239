import { useDebouncedValue } from '@mantine/hooks';
import type { Schemas } from '@muster/client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useOrganizationId } from '../../api/me.ts';
import { sendChange } from '../../api/mutation.ts';
import { FoldButton } from '../../ui/foldable.tsx';
import { Loaded } from '../../ui/states.tsx';
import type { MessageTarget } from './audience-field.tsx';
import { nameOf } from './language-name.ts';
import classes from './notifications.module.css';

interface EmailPreviewProps {
  readonly target: MessageTarget;
  readonly texts: Schemas['MessageRequest']['texts'];
}

/** The email as one of its readers gets it, in each language. Asked for without sending anything. */
export function EmailPreview(props: EmailPreviewProps) {
  const t = useTranslations('manageNotifications.preview');
  const [isOpen, setOpen] = useState(false);
  return (
    <div>
      <FoldButton isOpen={isOpen} toggle={() => setOpen(!isOpen)}>
        {t('title')}
      </FoldButton>
      {isOpen && <Emails {...props} />}
    </div>
  );
}

function Emails({ target, texts }: EmailPreviewProps) {
  const t = useTranslations('manageNotifications.preview');
  const id = useOrganizationId();
  const [written] = useDebouncedValue(texts, 400);
  const query = useQuery({
    queryKey: ['message preview', id, target, written],
    queryFn: () =>
      sendChange('post', '/api/v1/organizations/{id}/messages', {
        path: { id },
        body: { ...target, dry_run: true, texts: [...written] },
      }),
    placeholderData: keepPreviousData,
  });
  return (
    <Loaded query={query}>
      {({ emails }) =>
        emails.map(({ language, name, subject, text }) => (
          <section key={language} className={classes['email']}>
            <p className={classes['reader']}>{t('for', { name, language: nameOf(language) })}</p>
            <strong lang={language}>{subject}</strong>
            <p lang={language} className={classes['text']}>
              {text}
            </p>
          </section>
        ))
      }
    </Loaded>
  );
}
