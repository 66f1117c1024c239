import { IconAward } from '@tabler/icons-react';
import { useState } from 'react';
import classes from './badges.module.css';

interface BadgePictureProps {
  readonly url: string;
  readonly isLarge?: boolean;
}

/** The name stands beside it, so the picture says nothing of its own. Pictures from elsewhere may be missing. */
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

/** The pictures that the service draws, wherever it says that it lives: this page may have come by another name. */
function addressOf(url: string): string {
  const { pathname = '' } = URL.parse(url) ?? {};
  return /^\/api\/v1\/badges\/\d+\/image\.svg$/.test(pathname) ? pathname : url;
}
