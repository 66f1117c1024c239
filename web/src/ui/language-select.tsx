import { NativeSelect, type NativeSelectProps } from '@mantine/core';
import { locales } from '../i18n/language.ts';

/** Each language by its own name: people look for Deutsch, not for German. */
export function LanguageSelect(props: Omit<NativeSelectProps, 'data'>) {
  return (
    <NativeSelect {...props}>
      {locales().map((locale) => (
        <option key={locale} value={locale} lang={locale}>
          {new Intl.DisplayNames(locale, { type: 'language' }).of(locale)}
        </option>
      ))}
    </NativeSelect>
  );
}
