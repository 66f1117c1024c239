import path from 'node:path';
import type { TestEvent } from 'node:test/reporters';
import { inspect } from 'node:util';

interface FileRecord {
  passed: number;
  failed: number;
  skipped: number;
  /** The names of the suites that enclose the running test, outermost first. */
  readonly names: string[];
  readonly remarks: string[];
  output: string;
  /** Of its outermost suites and tests, where it shares a process with other files. */
  durationMs: number;
  /** Its process has reported to the end. */
  isWhole: boolean;
}

interface Failure {
  readonly title: string;
  readonly place: string;
  readonly text: string;
  /** What a crashed file said arrives after its failure. */
  readonly record?: FileRecord;
}

type Completion = Extract<TestEvent, { type: 'test:complete' }>['data'];
type Details = Pick<Completion['details'], 'passed' | 'error' | 'duration_ms'>;
type Failed = Extract<TestEvent, { type: 'test:fail' }>['data'];

/** Prints a line for each file, every failure in full at the end, and the counts as the last line. */
export class Reporter {
  readonly #root: string;
  readonly #allowsEmptyFiles: boolean;
  readonly #files = new Map<string, FileRecord>();
  readonly #failures: Failure[] = [];
  /** The test that began last, in each process. */
  readonly #latest = new Map<readonly string[], string>();
  #passed = 0;
  #skipped = 0;

  constructor(options: { root: string; allowsEmptyFiles: boolean }) {
    this.#root = options.root;
    this.#allowsEmptyFiles = options.allowsEmptyFiles;
  }

  /** A check that is not a test file, such as the types. */
  check(name: string, durationMs: number, problem: string | undefined): void {
    if (problem === undefined) this.#passed++;
    else this.#failures.push({ title: name, place: '', text: problem });
    this.#line(problem === undefined, name, '', durationMs);
  }

  /** `files` are those that run in the process that the event is from. */
  add(event: TestEvent, files: readonly string[]): void {
    const file = event.data !== undefined && 'file' in event.data ? event.data.file : undefined;
    if (file === undefined) return;
    const record = this.#recordOf(file);
    if (event.type === 'test:dequeue') {
      record.names.splice(event.data.nesting, Infinity, event.data.name);
      const names = record.names.filter((name) => !path.isAbsolute(name));
      this.#latest.set(files, [this.#relative(file), ...names].join(' › '));
    } else if (event.type === 'test:stdout' || event.type === 'test:stderr')
      record.output += event.data.message;
    else if (event.type === 'test:diagnostic') record.remarks.push(event.data.message);
    else if (event.type === 'test:summary') record.isWhole = true;
    else if (event.type === 'test:fail') this.#failHook(file, record, event.data);
    else if (event.type === 'test:complete') {
      if (event.data.name !== file) this.#completeTest(file, record, event.data);
      else {
        this.#checkWhole(file, record, event.data.details);
        if (files.length === 1) this.#completeFile(file, record, event.data.details);
        else this.#completeGroup(file, files, event.data.details);
      }
    }
  }

  /** What the failure of these files, which share a process, doesn't tell. */
  remark(files: readonly string[], text: string): void {
    const latest = this.#latest.get(files);
    const lines = latest === undefined ? [text] : [text, `The test that began last: ${latest}`];
    for (const file of files) this.#recordOf(path.join(this.#root, file)).remarks.push(...lines);
  }

  /** The exit code: running nothing is not a success. */
  finish(): number {
    for (const [file, { output }] of this.#files) {
      if (output.trim() !== '') print(`\nOutput of ${this.#relative(file)}:\n${indent(output.trimEnd())}`);
    }
    for (const { title, place, text, record } of this.#failures) {
      const remarks = record?.remarks.map((remark) => `\n${remark}`).join('') ?? '';
      print(`\n✗ ${title}\n${place === '' ? '' : `  ${place}\n`}${indent(text + remarks)}`);
    }
    const failed = this.#failures.length;
    const skipped = this.#skipped === 0 ? '' : `, ${this.#skipped} skipped`;
    print(`\n${this.#passed} passed, ${failed} failed${skipped}`);
    return failed === 0 && this.#passed > 0 ? 0 : 1;
  }

  #recordOf(file: string): FileRecord {
    const known = this.#files.get(file);
    if (known !== undefined) return known;
    const record = {
      passed: 0,
      failed: 0,
      skipped: 0,
      names: [],
      remarks: [],
      output: '',
      durationMs: 0,
      isWhole: false,
    };
    this.#files.set(file, record);
    return record;
  }

  #completeTest(file: string, record: FileRecord, data: Completion): void {
    const { passed, error, type, duration_ms: durationMs } = data.details;
    const isLoading = path.isAbsolute(data.name);
    const own = isLoading ? this.#recordOf(data.name) : record;
    if (data.nesting === 0) own.durationMs += durationMs;
    if (isLoading) {
      // In a group, a test of the file's path has loaded it.
      if (!passed) this.#failFile(data.name, own, error);
    } else if (data.skip !== undefined || data.todo !== undefined) {
      record.skipped++;
      this.#skipped++;
    } else if (passed && type !== 'suite') {
      record.passed++;
      this.#passed++;
    } else if (!passed && !failedBelow(error)) {
      record.failed++;
      const title = [...record.names.slice(0, data.nesting), data.name].join(' › ');
      const place = `${this.#relative(file)}:${data.line ?? 1}:${data.column ?? 1}`;
      this.#failures.push({ title, place, text: withoutRunnerFrames(describeError(error)) });
    }
  }

  /** A hook outside of any suite fails when all tests have passed; the file's completion does not tell of it. */
  #failHook(file: string, record: FileRecord, { name, details }: Failed): void {
    if (name !== file || failureType(details.error) !== 'hookFailed') return;
    record.failed++;
    const text = `A hook failed.\n${withoutRunnerFrames(describeError(details.error))}`;
    this.#failures.push({ title: this.#relative(file), place: '', text });
  }

  #failFile(file: string, record: FileRecord, error: unknown): void {
    record.failed++;
    const text = `The file did not run to its end.\n${describeError(error)}`;
    this.#failures.push({ title: this.#relative(file), place: '', text, record });
  }

  /** A report that breaks off would leave out tests, and no one would miss them. */
  #checkWhole(file: string, record: FileRecord, { passed }: Details): void {
    if (!passed || record.isWhole) return;
    record.failed++;
    const text = 'The report of this file breaks off: some of its tests are missing.';
    this.#failures.push({ title: this.#relative(file), place: '', text });
  }

  #completeFile(file: string, record: FileRecord, { passed, error, duration_ms: durationMs }: Details): void {
    const total = record.passed + record.failed + record.skipped;
    if (!passed && !failedBelow(error)) this.#failFile(file, record, error);
    else if (total === 0 && !this.#allowsEmptyFiles) {
      record.failed++;
      this.#failures.push({ title: this.#relative(file), place: '', text: 'The file holds no test.' });
    }
    const counts = [
      `${record.passed}`,
      record.failed === 0 ? '' : `${record.failed} failed`,
      record.skipped === 0 ? '' : `${record.skipped} skipped`,
    ];
    this.#line(record.failed === 0, this.#relative(file), counts.filter(Boolean).join(', '), durationMs);
  }

  /** A process that dies takes all its files along; which of them it was about, its output tells. */
  #completeGroup(entry: string, files: readonly string[], details: Details): void {
    const hasDied = !details.passed && !failedBelow(details.error);
    for (const name of files) {
      const file = path.join(this.#root, name);
      const record = this.#recordOf(file);
      record.remarks.push(...this.#recordOf(entry).remarks);
      this.#completeFile(file, record, {
        ...(hasDied ? details : { ...details, passed: true }),
        duration_ms: record.durationMs,
      });
    }
  }

  #relative(file: string): string {
    return path.relative(this.#root, file).replaceAll('\\', '/');
  }

  #line(good: boolean, name: string, counts: string, durationMs: number): void {
    const seconds = `${(durationMs / 1000).toFixed(1)} s`;
    print(`${good ? '✓' : '✗'} ${name.padEnd(62)} ${counts.padStart(4)} ${seconds.padStart(8)}`);
  }
}

function failureType(error: unknown): unknown {
  return error instanceof Error && 'failureType' in error ? error.failureType : undefined;
}

/** A suite or file that fails only because a test inside it failed. */
const failedBelow = (error: unknown): boolean => failureType(error) === 'subtestsFailed';

function describeError(error: unknown): string {
  // The runner wraps what the test threw.
  const thrown = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(thrown instanceof Error)) return inspect(thrown, { depth: 6 });
  const exitCode = 'exitCode' in thrown ? `exit code ${thrown.exitCode}` : undefined;
  const signal = 'signal' in thrown && thrown.signal ? `signal ${thrown.signal}` : undefined;
  if (exitCode !== undefined) return signal ?? exitCode;
  // An assertion's message already holds the difference.
  if (thrown.name === 'AssertionError' && thrown.cause === undefined) return thrown.stack ?? thrown.message;
  return inspect(thrown, { depth: 6 });
}

const indent = (text: string): string => text.replace(/^(?=.)/gm, '  ');

const withoutRunnerFrames = (text: string): string =>
  text.replace(/\n *at [^\n]*\(?node:(?:internal\/test_runner|async_hooks)[^\n]*/g, '');

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
