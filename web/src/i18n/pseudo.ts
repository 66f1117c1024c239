import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { printAST } from '@formatjs/icu-messageformat-parser/printer.js';

/** Texts with all their keys, each one accented. */
export function pseudoTexts<Texts>(texts: Texts): Texts {
  if (typeof texts === 'string') return pseudoText(texts) as Texts;
  if (typeof texts !== 'object' || texts === null) return texts;
  return Object.fromEntries(Object.entries(texts).map(([key, value]) => [key, pseudoTexts(value)])) as Texts;
}

/** `Shift of {name}` becomes `⟦Šĥîîƒţ ööƒ {name}⟧`: arguments, plurals and tags stay as they are. */
export function pseudoText(message: string): string {
  const mark = (value: string): MessageFormatElement => ({ type: TYPE.literal, value });
  return printAST([mark('⟦'), ...parse(message).map(accent), mark('⟧')]);
}

function accent(element: MessageFormatElement): MessageFormatElement {
  if (element.type === TYPE.literal) return { ...element, value: accentWords(element.value) };
  if (element.type === TYPE.tag) return { ...element, children: element.children.map(accent) };
  if (element.type !== TYPE.plural && element.type !== TYPE.select) return element;
  const options = Object.entries(element.options).map(([key, option]) => [
    key,
    { ...option, value: option.value.map(accent) },
  ]);
  return { ...element, options: Object.fromEntries(options) };
}

const plain = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const accents = [...'åƀçðéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýžÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽ'];

/** Vowels come twice, which makes English a third longer and its words as long as German ones. */
function accentWords(words: string): string {
  return [...words]
    .map((letter) => {
      const accented = accents[plain.indexOf(letter)] ?? letter;
      return /[aeiou]/.test(letter) ? accented + accented : accented;
    })
    .join('');
}
