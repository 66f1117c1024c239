import { dropNote, isTooLate, lockOf, type Note, noteIds, readNote } from './delayed-notes.ts';
import { exclusively, hasLocks } from './locks.ts';
import { type Failure, sendInTurn } from './many.ts';
import { startChange } from './mutation.ts';
import { isPassing } from './problem.ts';
import { queryClient } from './query.ts';
import { whenBack } from './recover.ts';
import { session } from './session.ts';

/** Without locks no one can tell whether a page is alive, but none holds anything for so long. */
const longestDelayMs = 5 * 60_000;

export interface Report {
  readonly done: (text: string) => void;
  readonly failed: (text: string, failures: readonly Failure[]) => void;
  readonly tooLate: (text: string) => void;
}

/** Sends what pages had to leave behind that are gone; that of a page which is still alive when it ends. */
export async function finishDelayed(report: Report): Promise<void> {
  await Promise.all(noteIds().map((id) => finish(id, report)));
}

async function finish(id: string, report: Report): Promise<void> {
  const found = readNote(id);
  if (found === undefined) return dropNote(id);
  if (!hasLocks() && Date.now() - found.delayedAtMs < longestDelayMs) return;
  await exclusively(lockOf(found.page), async () => {
    // Its page, or another one that waited, may have sent it.
    const note = readNote(id);
    if (note !== undefined && note.person === session.person()) await send(id, note, report);
  });
}

async function send(id: string, note: Note, report: Report): Promise<void> {
  const { text, requests, isHandedOver } = note;
  if (isTooLate(note)) {
    dropNote(id);
    return isHandedOver ? undefined : report.tooLate(text);
  }
  const failures = await sendInTurn(requests, (request) => startChange(request).answer);
  // Logged out in the meantime: the answer is unknown, and no one else is to read of it.
  if (note.person !== session.person()) return;
  if (failures.some(({ error }) => isPassing(error))) {
    const end = whenBack(() => {
      end();
      void finish(id, report);
    });
    return;
  }
  dropNote(id);
  // What went well as the page was left was said there.
  if (!isHandedOver && failures.every(({ name }) => name !== undefined)) report.done(text);
  report.failed(text, failures);
  await queryClient.invalidateQueries();
}
