import type { notifications } from '@mantine/notifications';
import { useTranslations } from 'use-intl';
import type { Failure } from '../api/many.ts';
import { ApiProblem, Unreachable } from '../api/problem.ts';
import { commonTexts } from '../i18n/language.ts';

/**
 * What shows news comes with the part of the page that they are in, after the first screen. Nothing is loaded when
 * there is something to say: without a connection that would fail.
 */
export const { promise: newsStore, resolve: provideNewsStore } =
  Promise.withResolvers<typeof notifications>();

/** Short news at the edge of the screen. For what went wrong in a form use `<Problem>` in the form instead. */
export const notify = {
  /** With `about`, such as `spot 5`, it goes as soon as something else is said about that, or it is about to change. */
  success: (message: string, about?: string) =>
    show({ message, color: 'pine', autoClose: readingMs(message) }, about),
  /** Stays until it is closed: an error must not be missed. */
  warning: (message: string) => show({ message, color: 'clay', autoClose: false }),
  /** What was said about it is no longer true. */
  async takeBack(about: string): Promise<void> {
    const id = said.get(about);
    if (id !== undefined) (await newsStore).hide(id);
  },
};

/** Long enough for slow readers and screen readers: 150 ms a character, never less than eight seconds. */
export function readingMs(message: string): number {
  return Math.max(8_000, message.length * 150);
}

interface News {
  readonly message: string;
  readonly color: string;
  readonly autoClose: number | false;
}

/** The notice that was shown last about something. */
const said = new Map<string, string>();

async function show(news: News, about?: string): Promise<void> {
  const store = await newsStore;
  const dismiss = commonTexts()?.action.dismiss;
  if (about !== undefined) await notify.takeBack(about);
  const id = store.show({ withBorder: true, closeButtonProps: { 'aria-label': dismiss }, ...news });
  if (about !== undefined) said.set(about, id);
}

/** What went wrong, in the reader's language. */
function useProblemText(): (error: unknown) => string {
  const t = useTranslations('errors');
  return (error) => {
    if (error instanceof Unreachable) return `${t('unreachable')}. ${t('unreachableText')}`;
    return (error instanceof ApiProblem && error.detail) || t('unknown');
  };
}

/** For a change that has no place for a `<Problem>` beside it. */
export function useProblemNotice(): (error: unknown) => void {
  const textOf = useProblemText();
  return (error) => void notify.warning(textOf(error));
}

/** For a change that was shown as done: what wasn't, and why. */
export function useNotDone(): (text: string, failures: readonly Failure[]) => void {
  const t = useTranslations('common.delayed');
  const textOf = useProblemText();
  return (text, failures) => {
    for (const { name, error } of failures) {
      const why = textOf(error);
      void notify.warning(name === undefined ? t('failed', { text, why }) : t('failedFor', { name, why }));
    }
  };
}
