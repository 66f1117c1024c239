import { Notifications } from '@mantine/notifications';
import '@mantine/notifications/styles.css';

/** Where `notify` shows what it has to say. */
export default function News() {
  return <Notifications position="bottom-center" containerWidth={480} />;
}
