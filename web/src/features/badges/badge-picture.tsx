import { IconAward } from '@tabler/icons-react';
import { useState } from 'react';
import classes from './badges.module.css';

interface BadgePictureProps {
  readonly url: string;
  readonly isLarge?: boolean;
}

/** The name stands beside it, so the picture says nothing of its own. Always from the service: a page allows no other. */
export function BadgePicture({ url, isLarge = false }: BadgePictureProps) {
  const [isMissing, setMissing] = useState(false);
  const size = isLarge ? 160 : 96;
  if (isMissing) return <IconAward size={size} stroke={1} aria-hidden />;
  return (
    <img
      src={addressOf(url)}
      alt=""
      width={size}
      height={size}
      loading="lazy"
      className={`${classes['picture']} ${isLarge ? classes['large'] : ''}`}
      onError={() => setMissing(true)}
    />
  );
}

/** From where this page came, which may have another name than the service knows of. */
function addressOf(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}
