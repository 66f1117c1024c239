import type { Schemas } from '@muster/client';
import { IconAward } from '@tabler/icons-react';
import { useState } from 'react';
import classes from './badges.module.css';
import { coloursOf, initialsOf, rosette } from './draw-badge.ts';

interface BadgePictureProps {
  readonly badge: Pick<Schemas['Badge'], 'name' | 'image_url' | 'picture_url'>;
  readonly isLarge?: boolean;
}

/** The name is beside it, so the picture needs no text. Always from the service: a page allows no other. */
export function BadgePicture({ badge, isLarge = false }: BadgePictureProps) {
  const [isMissing, setMissing] = useState(false);
  const size = isLarge ? 160 : 96;
  const className = `${classes['picture']} ${isLarge ? classes['large'] : ''}`;
  const drawn = drawnId(badge.image_url);
  if (drawn !== undefined)
    return <DrawnBadge id={drawn} name={badge.name} size={size} className={className} />;
  if (isMissing) return <IconAward size={size} stroke={1} aria-hidden />;
  return (
    <img
      src={addressOf(badge.picture_url)}
      alt=""
      width={size}
      height={size}
      loading="lazy"
      className={className}
      onError={() => setMissing(true)}
    />
  );
}

/** From where this page came, which may have another name than the service knows of. */
function addressOf(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}

/** The badge whose picture the service draws, wherever it says that it lives. */
function drawnId(url: string): number | undefined {
  const { pathname = '' } = URL.parse(url) ?? {};
  const id = /^\/api\/v1\/badges\/(\d+)\/image\.svg$/.exec(pathname)?.[1];
  return id === undefined ? undefined : Number(id);
}

interface DrawnBadgeProps {
  readonly id: number;
  readonly name: string;
  readonly size: number;
  readonly className: string;
}

/** The picture of a badge that has no picture, drawn here: a page full of badges needs no request for each. */
function DrawnBadge({ id, name, size, className }: DrawnBadgeProps) {
  const [light, dark] = coloursOf(`${id} ${name}`);
  const initials = initialsOf(name);
  const gradient = `badge-${id}`;
  return (
    <svg viewBox="0 0 400 400" width={size} height={size} className={className} aria-hidden>
      <defs>
        <linearGradient id={gradient} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor={light} />
          <stop offset="1" stopColor={dark} />
        </linearGradient>
      </defs>
      <path d="M130 250 100 390l60-24 40 24 40-24 60 24-30-140z" fill={dark} />
      <path d={rosette} fill={`url(#${gradient})`} />
      <circle cx="200" cy="170" r="118" fill="none" stroke="#fff" strokeOpacity=".55" strokeWidth="6" />
      <text
        x="200"
        y="174"
        fill="#fff"
        fontSize={[...initials].length > 1 ? 120 : 150}
        fontWeight="700"
        textAnchor="middle"
        dominantBaseline="central"
      >
        {initials}
      </text>
    </svg>
  );
}
