import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useTask } from '../../api/mutation.ts';
import { fetchFile } from '../../ui/download.ts';
import { Problem } from '../../ui/problem.tsx';

interface HoursLetterProps {
  readonly organizationId: number;
  readonly name: string;
}

/** A page to print. It needs the session, so it is fetched and then shown in a window of its own. */
export function HoursLetter({ organizationId, name }: HoursLetterProps) {
  const t = useTranslations('hours');
  const letter = useTask(
    async (place: Window | null) => {
      const response = await fetchFile('/api/v1/me/hours/letter', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ organization_id: organizationId }),
      });
      const url = URL.createObjectURL(await response.blob());
      if (place === null) location.assign(url);
      else place.location.replace(url);
    },
    { onError: (_error, place) => place?.close() },
  );
  return (
    <div>
      <Problem error={letter.error} />
      <Button
        variant="default"
        leftSection={<IconPrinter size={18} aria-hidden />}
        loading={letter.isPending}
        // The window must be opened by the tap itself, or the browser takes it for an advertisement.
        onClick={() => letter.mutate(window.open('', '_blank'))}
      >
        {t('letter', { organization: name })}
      </Button>
    </div>
  );
}
