import type { Argon2Parameters } from 'node:crypto';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { Refusal } from '#kernel/refusal.ts';

/**
 * A hash takes about 20 ms of a core. They run in threads of low priority, fewer than there are cores, so that a flood of
 * logins takes only what everyone else leaves. On two busy cores, the slowest reads (p99) take two to four times as long
 * during a flood as without one, and 1.9 to 3.9 times with a thread that sleeps instead: that is the other work of a login.
 * Neither a separate process, even in its own session with the lowest priority, nor Linux's idle policy
 * (`chrt --idle`) was clearly better than a thread.
 */
const mostThreads = Math.max(1, availableParallelism() - 1);
const mostWaiting = 200;
const idle: Worker[] = [];
let threads = 0;
const waiting: ((thread: Worker) => void)[] = [];

export async function argon2id(parameters: Argon2Parameters): Promise<Buffer> {
  const thread = await freeThread();
  // A command that hashes a password must not end before it has the hash. A thread that waits keeps no process.
  thread.ref();
  try {
    thread.postMessage(parameters);
    const [tag] = (await once(thread, 'message')) as [Uint8Array];
    thread.unref();
    passOn(thread);
    return Buffer.from(tag);
  } catch (error) {
    threads -= 1;
    if (waiting.length > 0) passOn(startThread());
    throw error;
  }
}

async function freeThread(): Promise<Worker> {
  const thread = idle.pop();
  if (thread) return thread;
  if (threads < mostThreads) return startThread();
  if (waiting.length >= mostWaiting) throw new Refusal('overloaded', { retryAfterSeconds: 3 });
  return await new Promise((resolve) => waiting.push(resolve));
}

function startThread(): Worker {
  threads += 1;
  const thread = new Worker(new URL('hash-thread.ts', import.meta.url));
  thread.unref();
  return thread;
}

/** Straight to the next in line: were it idle first, a newcomer could take it as well. */
function passOn(thread: Worker): void {
  const next = waiting.shift();
  if (next) next(thread);
  else idle.push(thread);
}
