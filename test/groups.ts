import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** Test files that share a process. */
export interface Group {
  readonly files: readonly string[];
  readonly needsDatabase: boolean;
}

/** Loading the service takes 1.3 s of CPU; more files at once would leave a core idle at the end. */
const filesPerServiceGroup = 16;
const filesPerPureGroup = 30;
/** They share a browser and what it has compiled. */
const filesPerBrowserGroup = 11;

/** They share a data folder that each of their servers gets a copy of: setting one up takes longer than a test. */
const filesPerServerGroup = 5;

type Kind = 'alone' | 'browser' | 'platform' | 'pure' | 'server' | 'service';

interface OpenGroup extends Group {
  readonly kind: Kind;
  readonly files: string[];
}

/**
 * Starts processes, or changes what its whole process sees. A function that is replaced during a test is none of that. A
 * hook before all tests doesn't run in a group.
 */
const needsItsOwnProcess =
  /child_process|#test\/process\.ts|process\.env|process\.(?:on|once|kill|chdir|exit)\b|\bmock\.timers|^before\(/m;
/** Hooks outside a suite run for the tests of every file that follows, so such a file is the last of its group. */
const mustBeLast = /^(?:beforeEach|afterEach)\(/m;
/** Loads the jobs and events of the whole service into its process. */
const usesService = /#test\/people\.ts/;
const usesDatabase = /#test\/(?!until\.ts)|MUSTER_TEST_DATABASE_URL/;

/**
 * Puts the files into groups, each in the place of its first file. Tests that are chosen by name cannot share: the
 * choice would leave out what loads the files.
 */
export async function groupFiles(
  root: string,
  files: readonly string[],
  mayShare: boolean,
): Promise<Group[]> {
  const groups: OpenGroup[] = [];
  const last: OpenGroup[] = [];
  const most = {
    alone: 1,
    browser: filesPerBrowserGroup,
    platform: filesPerServiceGroup,
    pure: filesPerPureGroup,
    server: filesPerServerGroup,
    service: filesPerServiceGroup,
  };
  for (const file of files) {
    const source = await readFile(path.join(root, file), 'utf8');
    const needsDatabase = usesDatabase.test(source);
    const kind = mayShare ? kindOf(file, source, needsDatabase) : 'alone';
    const open = groups.findLast((group) => group.kind === kind);
    if (kind !== 'alone' && mustBeLast.test(source)) last.push({ kind, files: [file], needsDatabase });
    else if (open && open.files.length < most[kind]) open.files.push(file);
    else groups.push({ kind, files: [file], needsDatabase });
  }
  const endable = [...groups];
  for (const one of last) {
    const index = endable.findIndex(({ kind }) => kind === one.kind);
    if (index < 0) groups.push(one);
    else endable.splice(index, 1)[0]?.files.push(...one.files);
  }
  return groups;
}

function kindOf(file: string, source: string, needsDatabase: boolean): Kind {
  if (file.startsWith('test/browser/')) return 'browser';
  if (file.startsWith('packages/embedded-postgres/')) return 'server';
  if (file.startsWith('test/') || needsItsOwnProcess.test(source)) return 'alone';
  if (!needsDatabase) return 'pure';
  // Tests of the platform put their own events, limits and listeners in the place of the service's.
  return file.startsWith('src/platform/') && !usesService.test(source) ? 'platform' : 'service';
}
