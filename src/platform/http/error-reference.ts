import { declaredErrors, type ErrorDeclaration, refusalCodes } from '#kernel/refusal.ts';
import { escapeHtml, htmlPage } from '#platform/html.ts';
import { findText, languages, localeOf, say, type TextValues } from '#platform/language/index.ts';
import { statuses } from './problem.ts';

const style =
  ':root{color-scheme:light dark;background:light-dark(#fff,#161616);color:light-dark(#111,#eee)}html{scroll-padding-top:1rem}' +
  'body{font:16px/1.55 system-ui,sans-serif;max-width:48rem;margin:0 auto;padding:2rem 1rem 6rem}' +
  'h2{margin:3.5rem 0 1rem}h3{font-size:1.05rem;margin:0 0 .5rem}small{opacity:.75;font-weight:400}p{margin:.25rem 0}h1~p{margin:.75rem 0}' +
  'code{font-size:.9em;background:#8882;border-radius:.25rem;padding:.1em .3em;overflow-wrap:anywhere}' +
  'nav ul{columns:12rem;font-size:.9rem;list-style:none;margin:.75rem 0;padding:0}nav li{padding:.15rem 0;break-inside:avoid}summary{cursor:pointer}' +
  'section{border:1px solid #8885;border-radius:.5rem;padding:1rem;margin:1rem 0}:target{outline:2px solid}' +
  'table{border-collapse:collapse;width:100%}table+table{margin-top:1rem;border-top:3px double #8885}' +
  'th,td{text-align:left;vertical-align:top;padding:.4rem .75rem .4rem 0;border-top:1px solid #8884}th{width:6rem;font-weight:600;white-space:nowrap}td p:first-child{margin-top:0}' +
  '@media(max-width:36rem){th,td{display:block;width:auto}th{padding-bottom:0}td{border:0;padding-top:0}}';

/** Every code with its cause, its fix and its parameters, in all languages. */
export function errorReference(): string {
  const reasons = reasonsByCode();
  return htmlPage({
    title: 'Muster API: errors',
    style,
    body: `<main><h1>Errors</h1>
<p>Every error has the same body: <code>type</code>, <code>title</code>, <code>status</code>, <code>detail</code>, <code>code</code>, <code>errors</code> and <code>request_id</code>. Decide by <code>code</code>, and show <code>detail</code> to people. Texts are in the language of the account, or in the one that <code>Accept-Language</code> asks for, or in English.</p>
<p>Each entry of <code>errors</code> has a <code>path</code>, a <code>code</code>, a <code>message</code> and the <code>params</code> that the message names. If the reader can do something about it, <code>remedy</code> has the kind of page (<code>rel</code>) and its address in the web app (<code>href</code>). If a coordinator can make an exception, <code>liftable_by</code> names the part of <code>override</code> that does it.</p>
<p>On this page, numbers in texts are examples, and names in braces stand for a parameter.</p>
<nav aria-label="Index">${indexOf('Codes of a response', refusalCodes, '', 'open')}
${indexOf('Codes in errors', [...reasons.keys()], 'error-')}</nav>
<h2 id="codes">Codes of a response</h2>
${refusalCodes.map(refusalSection).join('\n')}
<h2 id="reasons">Codes in errors</h2>
${[...reasons].map(([code, each]) => reasonSection(code, each)).join('\n')}
</main>`,
  });
}

function indexOf(title: string, codes: readonly string[], before: string, state = ''): string {
  const links = codes
    .toSorted()
    .map((code) => `<li><a href="#${before}${code}">${escapeHtml(code)}</a></li>`);
  return `<details ${state}><summary>${title} (${codes.length})</summary><ul>${links.join('')}</ul></details>`;
}

function refusalSection(code: (typeof refusalCodes)[number]): string {
  const key = `platform.refusals.${code}`;
  return `<section id="${code}"><h3><code>${code}</code> <small>${statuses[code]}</small></h3>
<table>${languages.map((language) => textRow(language, key)).join('')}</table></section>`;
}

type Reason = readonly [text: string, declared: ErrorDeclaration];

/** The same code can have several texts: "not_found" is said of a program and of a mission. */
function reasonsByCode(): Map<string, Reason[]> {
  const byCode = new Map<string, Reason[]>();
  for (const [text, declared] of declaredErrors) {
    const code = declared.code ?? text.slice(text.indexOf('.') + 1);
    byCode.set(code, [...(byCode.get(code) ?? []), [text, declared]]);
  }
  return new Map([...byCode].sort(([one], [other]) => one.localeCompare(other)));
}

function reasonSection(code: string, reasons: readonly Reason[]): string {
  return `<section id="error-${code}"><h3><code>${escapeHtml(code)}</code></h3>
${reasons.map(reasonTable).join('\n')}</section>`;
}

function reasonTable([text, declared]: Reason): string {
  const { refusal = 'validation_failed', params = {}, remedy, liftableBy } = declared;
  const key = text.replace('.', '.errors.');
  const names = Object.entries(params).map(([name, kind]) => `<code>${name}</code> (${kind})`);
  if (isAboutOthers(key)) names.push('<code>name</code> (text, for another person)');
  return `<table>${languages.map((language) => textRow(language, key, params)).join('')}
${row('Response', `<a href="#${refusal}"><code>${refusal}</code></a>`)}
${names.length > 0 ? row('Params', names.join(', ')) : ''}
${remedy ? row('Remedy', `<code>${remedy.rel}</code>, <code>${escapeHtml(remedy.href)}</code>`) : ''}
${liftableBy ? row('Liftable by', `<code>${liftableBy}</code>`) : ''}</table>`;
}

const isAboutOthers = (key: string): boolean =>
  ['cause', 'fix'].some((part) => findText('en', `${key}.other.${part}`) !== undefined);

const row = (name: string, html: string): string => `<tr><th scope="row">${name}</th><td>${html}</td></tr>`;

/** What happened and what to do, in one language; what a coordinator reads about another person is below. */
function textRow(language: string, key: string, params: ErrorDeclaration['params'] = {}): string {
  const languageName = new Intl.DisplayNames(localeOf('en'), { type: 'language' }).of(language) ?? language;
  const examples = Object.entries(params).map(([name, kind]) => [name, kind === 'number' ? 3 : `{${name}}`]);
  const values: TextValues = { name: '{name}', span: '{start} – {end}', ...Object.fromEntries(examples) };
  const parts = [
    ['Title', 'title'],
    ['Cause', 'cause'],
    ['Fix', 'fix'],
    ['Cause, for another person', 'other.cause'],
    ['Fix, for another person', 'other.fix'],
  ] as const;
  const texts = parts.flatMap(([label, part]) => {
    const pattern = findText(language, `${key}.${part}`);
    return (pattern === undefined ? [] : variantsOf(pattern)).map(({ when, ...variant }) => {
      const text = escapeHtml(say(language, `${key}.${part}`, { ...values, ...variant.values }));
      return `<p><small>${label}${when}:</small> <span lang="${language}">${text}</span></p>`;
    });
  });
  return row(languageName, texts.join(''));
}

interface Variant {
  readonly when: string;
  readonly values: TextValues;
}

/** One for each branch of a text that differs by a parameter: `{status, select, no_show {…} other {…}}`. */
function variantsOf(pattern: string): Variant[] {
  const select = /\{(\w+), select,/.exec(pattern);
  if (!select) return [{ when: '', values: {} }];
  const [start, name = ''] = select;
  const branches: string[] = [];
  let depth = 0;
  for (const [token, branch] of pattern.slice(select.index + start.length).matchAll(/(\w+) \{|[{}]/g)) {
    if (depth === 0 && branch !== undefined) branches.push(branch);
    depth += token === '}' ? -1 : 1;
    if (depth < 0) break;
  }
  return branches.map((branch) => ({
    when: branch === 'other' ? ', otherwise' : `, ${name} “${branch}”`,
    values: { [name]: branch },
  }));
}
