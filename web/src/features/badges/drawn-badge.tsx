import { coloursOf, initialsOf, rosette } from './draw-badge.ts';

interface DrawnBadgeProps {
  readonly id: number;
  readonly name: string;
  readonly size: number;
  readonly className: string;
}

/** The picture of a badge that has none of its own, drawn here: a page full of badges needs no request for each. */
export function DrawnBadge({ id, name, size, className }: DrawnBadgeProps) {
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
