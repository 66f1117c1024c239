import {
  IconAward,
  IconCalendar,
  IconCalendarCheck,
  IconClipboardText,
  IconClock,
  IconFlag,
  IconForms,
  IconHistory,
  IconKey,
  IconLayoutList,
  IconQrcode,
  IconRoute,
  IconSettings,
  IconStack2,
  IconSun,
  IconUserCircle,
  IconUsers,
  IconWebhook,
} from '@tabler/icons-react';
import type { IconName } from './navigation.ts';

const icons: Record<IconName, typeof IconAward> = {
  board: IconLayoutList,
  calendar: IconCalendar,
  journey: IconRoute,
  badge: IconAward,
  mine: IconCalendarCheck,
  hours: IconClock,
  form: IconForms,
  availability: IconClipboardText,
  profile: IconUserCircle,
  settings: IconSettings,
  today: IconSun,
  people: IconUsers,
  desk: IconQrcode,
  program: IconStack2,
  mission: IconFlag,
  key: IconKey,
  audit: IconHistory,
  webhook: IconWebhook,
};

export function NavIcon({ name, size = 20 }: { readonly name: IconName; readonly size?: number }) {
  const Icon = icons[name];
  return <Icon size={size} stroke={1.7} aria-hidden />;
}
