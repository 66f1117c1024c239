import encodeQR from 'qr';
import { useMemo } from 'react';

interface QrCodeProps {
  readonly text: string;
  readonly label: string;
  readonly className?: string | undefined;
  /** How much of it may be dirty or torn: more for paper. */
  readonly ecc?: 'medium' | 'quartile';
}

/** Black on white in any color scheme: that is what scanners expect. */
export function QrCode({ text, label, className, ecc = 'medium' }: QrCodeProps) {
  const rows = useMemo(() => encodeQR(text, 'raw', { ecc, border: 3 }), [text, ecc]);
  const path = rows
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <svg
      className={className}
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width="100%" height="100%" fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
