import decodeQR from 'qr/decode.js';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import classes from './qr-scanner.module.css';

interface Detector {
  detect(source: HTMLVideoElement): Promise<readonly { rawValue: string }[]>;
}

interface WithDetector {
  readonly BarcodeDetector?: new (options: { formats: string[] }) => Detector;
}

const everyMs = 200;
const longestSidePx = 800;
/** The same code in view for longer is one scan. */
const sameCodeMs = 6_000;

interface QrScannerProps {
  readonly scanned: (text: string) => void;
  readonly label: string;
  readonly className?: string | undefined;
  /** What to do, while there is a picture. */
  readonly children?: ReactNode;
  /** Shown instead if there is no camera or its use is not allowed. */
  readonly refused: ReactNode;
}

/** The camera's picture; says every code that comes into view. */
export function QrScanner({ scanned, label, className, children, refused }: QrScannerProps) {
  const video = useRef<HTMLVideoElement>(null);
  const [isRefused, setRefused] = useState(false);
  const take = useEffectEvent(scanned);
  useEffect(() => {
    const stopping = new AbortController();
    if (video.current === null) return;
    watch(video.current, stopping.signal, (text) => take(text)).catch(() => {
      if (!stopping.signal.aborted) setRefused(true);
    });
    return () => stopping.abort();
  }, []);
  if (isRefused) return refused;
  return (
    <>
      <video ref={video} className={className ?? classes['picture']} playsInline muted aria-label={label} />
      {children}
    </>
  );
}

async function watch(
  screen: HTMLVideoElement,
  signal: AbortSignal,
  take: (text: string) => void,
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
  let last = { text: '', atMs: 0 };
  while (!signal.aborted) {
    const text = await read(screen).catch(() => undefined);
    if (text !== undefined && !signal.aborted) {
      const isSame = text === last.text && Date.now() - last.atMs < sameCodeMs;
      last = { text, atMs: Date.now() };
      if (!isSame) take(text);
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
