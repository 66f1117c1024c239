import { Notifications, notifications } from '@mantine/notifications';
import '@mantine/notifications/styles.css';
import { useEffect } from 'react';
import { provideNewsStore } from '../ui/notify.ts';
import { keepFocusOfBusyButtons } from './busy-focus.ts';
import { catchLostFocus } from './lost-focus.ts';

/** Where `notify` shows what it has to say. */
export default function News() {
  useEffect(() => provideNewsStore(notifications), []);
  useEffect(keepFocusOfBusyButtons, []);
  useEffect(catchLostFocus, []);
  return <Notifications position="bottom-center" containerWidth={480} />;
}
