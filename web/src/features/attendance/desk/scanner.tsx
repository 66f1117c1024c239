import { Button, Group, Text } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { QrScanner } from '../../../ui/qr-scanner.tsx';
import classes from './desk.module.css';

interface ScannerProps {
  readonly scanned: (code: string) => void;
  readonly close: () => void;
}

/** Reads people's codes by the camera, one after the other, until it is closed. */
export default function Scanner({ scanned, close }: ScannerProps) {
  const t = useTranslations('manageAttendance.scanner');
  const take = (code: string) => {
    navigator.vibrate?.(80);
    scanned(code);
  };
  return (
    <section className={classes['scanner']} aria-label={t('title')}>
      <QrScanner
        scanned={take}
        label={t('picture')}
        className={classes['video']}
        refused={<Text role="alert">{t('refused')}</Text>}
      >
        <Text>{t('hint')}</Text>
      </QrScanner>
      <Group>
        <Button variant="default" onClick={close}>
          {t('close')}
        </Button>
      </Group>
    </section>
  );
}
