/** A compiled text, see web/compiled-texts.ts: words, and arrays for what the app fills in. */
type Message = string | readonly Part[];
type Part = string | number | readonly [name: string, ...rest: unknown[]];
type Options = Readonly<Record<string, Message | number>>;

/** Texts with all their keys, each one accented. */
export function pseudoTexts<Texts>(texts: Texts): Texts {
  if (typeof texts === 'string' || Array.isArray(texts)) return pseudoText(texts) as Texts;
  if (typeof texts !== 'object' || texts === null) return texts;
  return Object.fromEntries(Object.entries(texts).map(([key, value]) => [key, pseudoTexts(value)])) as Texts;
}

/** `Shift of {name}` becomes `⟦Šĥîîƒţ ööƒ {name}⟧`: arguments, plurals and tags stay as they are. */
export function pseudoText(message: Message): Message {
  if (typeof message === 'string') return `⟦${accentWords(message)}⟧`;
  return ['⟦', ...message.map(accent), '⟧'];
}

/** How icu-minify numbers choices, plurals and ordinals. */
const withOptions: ReadonlySet<unknown> = new Set([1, 2, 3]);

function accent(part: Part): Part {
  if (typeof part === 'string') return accentWords(part);
  if (typeof part === 'number') return part;
  const [name, kind, options] = part;
  if (kind === undefined) return part;
  if (withOptions.has(kind)) return [name, kind, accentOptions(options as Options)];
  const isTag = typeof kind !== 'number' || kind === 0;
  return isTag ? [name, ...(part.slice(1) as Part[]).map(accent)] : part;
}

const accentOptions = (options: Options): Options =>
  Object.fromEntries(
    Object.entries(options).map(([key, option]) => [
      key,
      typeof option === 'object' ? option.map(accent) : (accent(option) as string | number),
    ]),
  );

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
