import { Notifications } from '@mantine/notifications';
import '@mantine/notifications/styles.css';
import { useEffect } from 'react';
import { keepFocusOfBusyButtons } from './busy-focus.ts';
import { catchLostFocus } from './lost-focus.ts';

/** Where `notify` shows what it has to say. */
export default function News() {
  useEffect(keepFocusOfBusyButtons, []);
  useEffect(catchLostFocus, []);
  return <Notifications position="bottom-center" containerWidth={480} />;
}
