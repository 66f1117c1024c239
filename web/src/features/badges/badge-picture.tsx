import { IconAward } from '@tabler/icons-react';
import { useState } from 'react';
import type { Schemas } from '../../api/client.ts';
import classes from './badges.module.css';
import { DrawnBadge } from './drawn-badge.tsx';

interface BadgePictureProps {
  readonly badge: Pick<Schemas['Badge'], 'name' | 'image_url' | 'picture_url'>;
  readonly isLarge?: boolean;
}

/** The name stands beside it, so the picture says nothing of its own. Always from the service: a page allows no other. */
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
