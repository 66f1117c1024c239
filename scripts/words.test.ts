import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, it } from 'node:test';
import { openApiDocument } from '#app/service.ts';
import { openRepository } from './house-check/repository.ts';
import { findRuledOutWords, findStiltedWords } from './words.ts';

const root = path.resolve(import.meta.dirname, '..');
const { files, read } = await openRepository(root);
const isOurs = (file: string) => !/generated|scripts\/words|house-check\.test/.test(file);
/** Catalogues have tests of their own, and texts in tests are data. */
const isCatalogue = (file: string) => /messages[./]|\b(?:en|de)\.ts$/.test(file);

describe('words that the glossary rules out', () => {
  it('are named with what to write instead', () => {
    assert.deepEqual(findRuledOutWords('Somebody took the last seat.', 'en'), [
      '"Somebody": write someone',
      '"seat": write spot',
    ]);
    assert.deepEqual(findRuledOutWords('Zwei Menschen warten.', 'de'), [
      '"Menschen": write Person, Personen',
    ]);
    assert.deepEqual(findRuledOutWords('Das haben Sie schon.', 'de'), ['"Sie": write du']);
  });

  it('are whole words, and belong to one language', () => {
    assert.deepEqual(findRuledOutWords('Sie sind eingetragen. Bewegung hilft.', 'de'), []);
    assert.deepEqual(findRuledOutWords('There is no shift on Monday. Slacks are fine.', 'en'), []);
    assert.deepEqual(findRuledOutWords('[Šömébödÿ]', 'pseudo'), []);
  });

  it('are fewer in comments, which may name a table', () => {
    assert.deepEqual(findStiltedWords('one row in shift_seats for each seat'), []);
    assert.deepEqual(findStiltedWords('whoever holds the lock'), [
      '"whoever": write anyone who, people who, the person who',
    ]);
  });

  it('are not in the docs', async () => {
    const found: string[] = [];
    for (const file of files.filter((one) => one.endsWith('.md') || one === '.env.example')) {
      const prose = (await read(file)).replace(/^```[\s\S]*?^```/gm, keepLines).replace(/`[^`\n]*`/g, '');
      found.push(...findLines(file, prose, (line) => findRuledOutWords(line, 'en')));
    }
    assert.deepEqual(found, []);
  });

  it('are not in the OpenAPI document, where every operation has a description', () => {
    const document = JSON.parse(openApiDocument()) as { paths: Record<string, Record<string, Operation>> };
    const found = textsOf(document).flatMap((text) =>
      findRuledOutWords(text.replace(/`[^`]*`/g, ''), 'en').map((word) => `${text}: ${word}`),
    );
    assert.deepEqual(found, []);
    for (const [address, operations] of Object.entries(document.paths))
      for (const [method, { summary, description }] of Object.entries(operations)) {
        const name = `${method} ${address}`;
        assert.match(
          summary,
          /^[A-Z][a-z]+\b(?:.*[^.])?$/,
          `${name}: a summary is an imperative without a period`,
        );
        assert.ok(description && description !== `${summary}.`, `${name} needs a description`);
      }
  });

  it('are not in texts of the command line, start-up errors and logs', async () => {
    const speaks =
      /^(?:bin\/|scripts\/[^/]+\.cjs$|src\/app\/|src\/platform\/(?:config|log|db|jobs|mail)\/|packages\/embedded)/;
    const found: string[] = [];
    for (const file of files.filter(isCode).filter((one) => isOurs(one) && !/\.test\.ts$/.test(one))) {
      const source = withoutComments(await read(file));
      const speaking = speaks.test(file) ? [source] : (source.match(logCalls) ?? []);
      for (const text of speaking.flatMap((code) => code.match(literals) ?? []))
        if (text.includes(' '))
          found.push(...findRuledOutWords(text, 'en').map((word) => `${file}: ${text}: ${word}`));
    }
    assert.deepEqual(found, []);
  });

  it('are not in comments', async () => {
    const found: string[] = [];
    for (const file of files.filter(
      (one) => (isCode(one) || /\.(?:css|sql)$/.test(one)) && isOurs(one) && !isCatalogue(one),
    ))
      found.push(...findLines(file, commentsOf(await read(file)), findStiltedWords));
    assert.deepEqual(found, []);
  });
});

interface Operation {
  readonly summary: string;
  readonly description?: string;
}

const literals = /'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/g;
const logCalls = /\blog\.(?:debug|info|warn|error)\([\s\S]{0,300}?\);/g;
const isCode = (file: string) => /\.(?:ts|tsx|js|cjs)$/.test(file);
const keepLines = (text: string) => text.replace(/[^\n]/g, '');

/** A phrase that is broken by the end of a line is found too: each line is read with the one after it. */
function findLines(file: string, text: string, find: (line: string) => string[]): string[] {
  // Reading 1,300 files line by line takes ten times as long as reading them whole.
  if (find(text.replaceAll('\n', ' ')).length === 0) return [];
  const lines = text.split('\n');
  return lines.flatMap((line, index) => {
    const next = lines[index + 1] ?? '';
    const words = [...find(line), ...find(`${line} ${next}`).filter((word) => !find(next).includes(word))];
    return [...new Set(words)].map((word) => `${file}:${index + 1} ${word}`);
  });
}

/** Comments alone, on their lines. Starts inside a text (`https://`) are told by the character before them. */
function commentsOf(source: string): string {
  let kept = '';
  let end = 0;
  for (const { 0: comment, index } of source.matchAll(comments)) {
    kept += keepLines(source.slice(end, index));
    kept += comment.replace(/^[ \t]*(?:\/\*+|\*\/|\*|\/\/|--)[ \t]?/gm, '');
    end = index + comment.length;
  }
  return kept;
}
const comments = /(?<=^|[\s{(,;])(?:(?:\/\/|--) [^\n]*|\/\*[\s\S]*?\*\/)/gm;
const withoutComments = (source: string) => source.replace(comments, keepLines);

function textsOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    typeof inner === 'string' && /^(?:summary|description)$/.test(key) ? [inner] : textsOf(inner),
  );
}
