import { Badge, Checkbox } from '@mantine/core';
import type { Schemas } from '@muster/client';
import { IconCircleCheck, IconHourglass, IconMapPin } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { use } from 'react';
import { useTranslations } from 'use-intl';
import type { OwnStatus } from '../../api/own-shifts.ts';
import { ShiftTime } from '../../ui/shift-time.tsx';
import { canPick, PickingContext } from './several/picking.tsx';
import classes from './shift-row.module.css';
import { SpotsLeft } from './spots-left.tsx';

interface ShiftRowProps {
  readonly shift: Schemas['Shift'];
  /** The day that is above the list. */
  readonly day: string;
  /** Where the reader has to do with it. */
  readonly mine: OwnStatus | undefined;
}

/** One shift in a list, all of it a link. The day is above the list. */
export function ShiftRow({ shift, day, mine }: ShiftRowProps) {
  const t = useTranslations('shifts.board');
  const several = useTranslations('shifts.several');
  const picking = use(PickingContext);
  const isPickable = picking !== undefined && canPick(shift, mine);
  const title = shift.title || t('untitled');
  return (
    <li className={classes['row']} data-mine={mine}>
      <div className={classes['when']}>
        <ShiftTime start={shift.start_time} end={shift.end_time} zone={shift.time_zone} under={day} />
      </div>
      <div className={classes['what']}>
        <h3 className={classes['title']}>
          <Link to="/shifts/$id" params={{ id: String(shift.id) }} className={classes['link']}>
            {title}
          </Link>
        </h3>
        {mine !== undefined && (
          <p className={classes['mine']}>
            {mine === 'active' ? (
              <IconCircleCheck size={18} aria-hidden />
            ) : (
              <IconHourglass size={18} aria-hidden />
            )}
            {t(`mineStatus.${mine}`)}
          </p>
        )}
        {shift.location !== '' && (
          <p className={classes['place']}>
            <IconMapPin size={16} aria-hidden />
            {shift.location}
          </p>
        )}
        {(shift.roles.length > 0 || shift.requires_approval) && (
          <p className={classes['roles']}>
            {shift.roles.map((role) => (
              <Badge key={role.id} variant="default" tt="none" fw={500} size="lg">
                {role.name}
              </Badge>
            ))}
            {shift.requires_approval && (
              <Badge variant="outline" tt="none" fw={500} size="lg">
                {t('approval')}
              </Badge>
            )}
          </p>
        )}
      </div>
      <div className={classes['spots']}>
        <SpotsLeft shift={shift} />
        {isPickable && (
          <Checkbox
            size="md"
            mt="xs"
            className={classes['pick'] ?? ''}
            label={<span className="only-read-aloud">{several('pick', { title })}</span>}
            checked={picking.picked.has(shift.id)}
            onChange={() => picking.toggle(shift)}
          />
        )}
      </div>
    </li>
  );
}
