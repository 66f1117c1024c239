import { Button, Group, Text } from '@mantine/core';
import { frameLoop, QRCanvas, rearCamera } from 'qr/dom.js';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import classes from './desk.module.css';

interface ScannerProps {
  readonly scanned: (code: string) => void;
  readonly close: () => void;
}

/** The same code in view for longer is one scan. */
const sameCodeMs = 6_000;

/** Reads people's codes by the camera, one after the other, until it is closed. */
export default function Scanner({ scanned, close }: ScannerProps) {
  const t = useTranslations('manageAttendance.scanner');
  const video = useRef<HTMLVideoElement>(null);
  const [isRefused, setRefused] = useState(false);
  const last = useRef({ code: '', atMs: 0 });
  const take = useEffectEvent((code: string) => {
    const isSame = code === last.current.code && Date.now() - last.current.atMs < sameCodeMs;
    last.current = { code, atMs: Date.now() };
    if (isSame) return;
    navigator.vibrate?.(80);
    scanned(code);
  });
  useEffect(() => {
    const player = video.current;
    if (player === null) return;
    const canvas = new QRCanvas();
    let isOver = false;
    let end = () => {
      isOver = true;
    };
    void (async () => {
      try {
        const camera = await rearCamera(player);
        let isReading = false;
        const stop = frameLoop(async () => {
          if (isReading) return;
          isReading = true;
          const read = await camera.readFrame(canvas).catch(() => undefined);
          isReading = false;
          if (typeof read === 'string') take(read);
        });
        end = () => {
          stop();
          camera.stop();
        };
        if (isOver) end();
      } catch {
        setRefused(true);
      }
    })();
    return () => end();
  }, []);
  return (
    <section className={classes['scanner']} aria-label={t('title')}>
      {isRefused ? (
        <Text role="alert">{t('refused')}</Text>
      ) : (
        <>
          <video ref={video} className={classes['video']} muted playsInline aria-label={t('picture')} />
          <Text>{t('hint')}</Text>
        </>
      )}
      <Group>
        <Button variant="default" onClick={close}>
          {t('close')}
        </Button>
      </Group>
    </section>
  );
}
