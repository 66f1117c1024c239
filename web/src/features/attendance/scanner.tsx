import { Alert, Button, Stack, Text, TextInput } from '@mantine/core';
import { IconCameraOff } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Dialog } from '../../ui/dialog.tsx';
import { Problem } from '../../ui/problem.tsx';
import { QrScanner } from '../../ui/qr-scanner.tsx';
import { useAttendance } from './attendance.ts';
import { posterCodeOf } from './poster-code.ts';

interface ScannerProps {
  readonly shiftId: number;
  readonly close: () => void;
}

/** Checks in with the poster's code: by camera, or typed where there is none. */
export default function Scanner({ shiftId, close }: ScannerProps) {
  const t = useTranslations('attendance.door');
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<'noCode' | 'otherShift'>();
  const { checkMeIn, isCheckingIn, checkInError } = useAttendance(shiftId);
  const use = (text: string) => {
    const found = posterCodeOf(text);
    if (found?.shiftId !== shiftId) {
      setError(found === undefined ? 'noCode' : 'otherShift');
      return;
    }
    setError(undefined);
    checkMeIn(found.code, close);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    use(typed);
  };
  return (
    <Dialog title={t('scanTitle')} close={close} centered>
      <Stack>
        <QrScanner
          scanned={use}
          label={t('scanText')}
          refused={
            <Alert color="clay" role="alert" icon={<IconCameraOff aria-hidden />}>
              {t('noCamera')}
            </Alert>
          }
        />
        <Problem error={checkInError} />
        <form onSubmit={submit}>
          <Stack gap="sm">
            <TextInput
              label={t('typed')}
              autoComplete="off"
              spellCheck={false}
              value={typed}
              onChange={({ currentTarget }) => setTyped(currentTarget.value)}
              error={error !== undefined && t(error)}
            />
            <Button type="submit" variant="default" loading={isCheckingIn}>
              {t('useCode')}
            </Button>
          </Stack>
        </form>
        <Text size="sm" c="dimmed">
          {t('scanText')}
        </Text>
      </Stack>
    </Dialog>
  );
}
