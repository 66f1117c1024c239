import { SegmentedControl, Text, Textarea, TextInput } from '@mantine/core';
import type { Schemas } from '@muster/client';
import { useTranslations } from 'use-intl';
import { nameOf } from './language-name.ts';

type MessageText = Schemas['MessageText'];
export type Language = MessageText['language'];
type Words = Omit<MessageText, 'language'>;
export type Texts = Readonly<Partial<Record<Language, Words>>>;

const noWords: Words = { subject: '', text: '' };
const isEmpty = (part: string) => part.trim() === '';

export const textsOf = (list: readonly MessageText[]): Texts =>
  Object.fromEntries(list.map(({ language, ...words }) => [language, words]));

export const languagesOf = (texts: Texts) => Object.keys(texts) as Language[];

/** Those that have both a subject and a text. */
export function writtenIn(texts: Texts, languages: readonly Language[]): MessageText[] {
  return languages.flatMap((language) => {
    const { subject, text } = texts[language] ?? noWords;
    return isEmpty(subject) || isEmpty(text) ? [] : [{ language, subject, text }];
  });
}

/** A language that has only one of the two: its readers would get another text than they should. */
export function halfWrittenIn(texts: Texts): Language | undefined {
  return languagesOf(texts).find((language) => isHalf(texts[language]));
}

const isHalf = ({ subject, text }: Words = noWords) => isEmpty(subject) !== isEmpty(text);

export const isAnyWritten = (texts: Texts) =>
  Object.values(texts).some(({ subject, text }) => subject !== '' || text !== '');

interface MessageTextsProps {
  readonly languages: readonly Language[];
  readonly chosen: Language;
  readonly choose: (language: Language) => void;
  readonly texts: Texts;
  readonly change: (texts: Texts) => void;
  /** What becomes of languages that are left empty. */
  readonly hint: string;
  /** Someone has tried to send or save it. */
  readonly isChecked: boolean;
  /** Whether writing is the first thing to do in the dialog. */
  readonly isFirst: boolean;
}

/** Subject and text, once for each language. */
export function MessageTexts(props: MessageTextsProps) {
  const { languages, chosen, choose, texts, change, hint, isChecked, isFirst } = props;
  const t = useTranslations('manageNotifications.write');
  const words = texts[chosen] ?? noWords;
  const type = (part: Partial<Words>) => change({ ...texts, [chosen]: { ...words, ...part } });
  const isRequired = isHalf(words) || writtenIn(texts, languages).length === 0;
  const missing = (part: string) => isChecked && isHalf(words) && isEmpty(part) && t('incomplete');
  return (
    <>
      {languages.length > 1 && (
        <div>
          <SegmentedControl
            fullWidth
            aria-label={t('language')}
            value={chosen}
            onChange={(value) => choose(value as Language)}
            data={languages.map((language) => ({ value: language, label: nameOf(language) }))}
          />
          <Text size="sm" c="dimmed" mt={4}>
            {hint}
          </Text>
        </div>
      )}
      <TextInput
        label={t('subject')}
        required={isRequired}
        maxLength={200}
        lang={chosen}
        data-autofocus={isFirst}
        value={words.subject}
        error={missing(words.subject)}
        onChange={({ currentTarget }) => type({ subject: currentTarget.value })}
      />
      <Textarea
        label={t('text')}
        description={t('textHint')}
        required={isRequired}
        autosize
        minRows={5}
        maxLength={10_000}
        lang={chosen}
        value={words.text}
        error={missing(words.text)}
        onChange={({ currentTarget }) => type({ text: currentTarget.value })}
      />
    </>
  );
}
