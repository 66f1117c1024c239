import { declaredErrors, type ErrorDeclaration, refusalCodes } from '#kernel/refusal.ts';
import { escapeHtml, htmlPage } from '#platform/html.ts';
import { findText, languages, localeOf } from '#platform/language/index.ts';
import { statuses } from './problem.ts';

const style =
  ':root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}' +
  'h2{margin-top:3rem}h3{font-size:1.05rem;margin:2rem 0 .25rem}small{opacity:.75;font-weight:400}' +
  ':target{outline:2px solid;outline-offset:.5rem}p{margin:.25rem 0}' +
  'table{border-collapse:collapse;width:100%}th,td{text-align:left;vertical-align:top;padding:.25rem .75rem .25rem 0;border-top:1px solid #8884}th{width:7rem;font-weight:600}';

/** Every code with its cause, its fix and its parameters, in all languages. */
export function errorReference(): string {
  return htmlPage({
    title: 'Muster API: errors',
    style,
    body: `<main><h1>Errors</h1>
<p>Every error has the same body: <code>type</code>, <code>title</code>, <code>status</code>, <code>detail</code>, <code>code</code>, <code>errors</code> and <code>request_id</code>. Decide by <code>code</code>, and show <code>detail</code> to people. Texts are in the language of the account, else in the one that <code>Accept-Language</code> asks for, else in English.</p>
<p>Each entry of <code>errors</code> has a <code>path</code>, a <code>code</code>, a <code>message</code> and the <code>params</code> that the message names. Where the reader can do something about it, <code>remedy</code> has the kind of page (<code>rel</code>) and its address in the web app (<code>href</code>). Where a coordinator can make an exception, <code>liftable_by</code> names the part of <code>override</code> that does it.</p>
<h2 id="codes">Codes of an answer</h2>
${refusalCodes.map(refusalSection).join('\n')}
<h2 id="reasons">Codes in errors</h2>
${[...reasonsByCode()].map(([code, reasons]) => reasonSection(code, reasons)).join('\n')}
</main>`,
  });
}

function refusalSection(code: (typeof refusalCodes)[number]): string {
  const key = `platform.refusals.${code}`;
  return `<section id="${code}"><h3><code>${code}</code> <small>${statuses[code]}</small></h3>
<table>${languages.map((language) => textRows(language, key)).join('')}</table></section>`;
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
  return `<table>${languages.map((language) => textRows(language, key)).join('')}
${row('Answer', `<a href="#${refusal}"><code>${refusal}</code></a>`)}
${names.length > 0 ? row('Params', names.join(', ')) : ''}
${remedy ? row('Remedy', `<code>${remedy.rel}</code>, <code>${escapeHtml(remedy.href)}</code>`) : ''}
${liftableBy ? row('Liftable by', `<code>${liftableBy}</code>`) : ''}</table>`;
}

const row = (name: string, html: string): string => `<tr><th scope="row">${name}</th><td>${html}</td></tr>`;

/** What happened and what to do, in one language; what a coordinator reads about another person stands below. */
function textRows(language: string, key: string): string {
  const name = new Intl.DisplayNames(localeOf('en'), { type: 'language' }).of(language) ?? language;
  const parts = [
    ['Cause', 'cause'],
    ['Fix', 'fix'],
    ['Cause, for another person', 'other.cause'],
    ['Fix, for another person', 'other.fix'],
  ] as const;
  const texts = parts.flatMap(([label, part]) => {
    const text = findText(language, `${key}.${part}`);
    return text === undefined ? [] : [`<p><small>${label}:</small> ${escapeHtml(text)}</p>`];
  });
  return row(name, `<div lang="${language}">${texts.join('')}</div>`);
}
