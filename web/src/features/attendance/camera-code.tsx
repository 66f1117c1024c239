import { Alert } from '@mantine/core';
import { IconCameraOff } from '@tabler/icons-react';
import decodeQR from 'qr/decode.js';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import classes from './camera-code.module.css';

interface Detector {
  detect(source: HTMLVideoElement): Promise<readonly { rawValue: string }[]>;
}

interface WithDetector {
  readonly BarcodeDetector?: new (options: { formats: string[] }) => Detector;
}

const everyMs = 200;
const longestSidePx = 800;

/** The camera's picture; says every new code that it sees. */
export function CameraCode({ heard }: { readonly heard: (text: string) => void }) {
  const t = useTranslations('attendance.door');
  const video = useRef<HTMLVideoElement>(null);
  const [isBroken, setBroken] = useState(false);
  const hear = useEffectEvent(heard);
  useEffect(() => {
    const stopping = new AbortController();
    const screen = video.current;
    if (screen === null) return;
    watch(screen, stopping.signal, hear).catch(() => {
      if (!stopping.signal.aborted) setBroken(true);
    });
    return () => stopping.abort();
  }, []);
  if (isBroken) {
    return (
      <Alert color="clay" icon={<IconCameraOff aria-hidden />}>
        {t('noCamera')}
      </Alert>
    );
  }
  return <video ref={video} className={classes['picture']} playsInline muted aria-label={t('scanText')} />;
}

async function watch(
  screen: HTMLVideoElement,
  signal: AbortSignal,
  hear: (text: string) => void,
): Promise<void> {
  const stream = await navigator.mediaDevices.getUserMedia({
    video: { facingMode: 'environment' },
    audio: false,
  });
  const end = () => {
    for (const track of stream.getTracks()) track.stop();
  };
  signal.addEventListener('abort', end);
  if (signal.aborted) return end();
  screen.srcObject = stream;
  await screen.play();
  const read = readerOf();
  let last = '';
  while (!signal.aborted) {
    const text = await read(screen).catch(() => undefined);
    if (text !== undefined && text !== last && !signal.aborted) {
      last = text;
      hear(text);
    }
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}

/** The browser's own reader where it has one; it is quicker and takes less of the battery. */
function readerOf(): (screen: HTMLVideoElement) => Promise<string | undefined> {
  const { BarcodeDetector: Native } = globalThis as WithDetector;
  if (Native !== undefined) {
    const detector = new Native({ formats: ['qr_code'] });
    return async (screen) => (await detector.detect(screen))[0]?.rawValue;
  }
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  return async (screen) => {
    const { videoWidth, videoHeight } = screen;
    const scale = Math.min(1, longestSidePx / Math.max(videoWidth, videoHeight, 1));
    canvas.width = Math.round(videoWidth * scale);
    canvas.height = Math.round(videoHeight * scale);
    if (context === null || canvas.width === 0) return undefined;
    context.drawImage(screen, 0, 0, canvas.width, canvas.height);
    return decodeQR(context.getImageData(0, 0, canvas.width, canvas.height));
  };
}
