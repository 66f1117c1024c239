import { readFileSync } from 'node:fs';

const lookEveryMs = 20;

/** Looks at the memory of a process while something runs, where the system tells (Linux does). */
export async function watchMemory<Result>(
  pid: number | undefined,
  run: () => Promise<Result>,
): Promise<{ result: Result; memory: Record<string, number> }> {
  const before = residentMb(pid);
  if (before === undefined) return { result: await run(), memory: {} };
  let peak = before;
  const look = () => {
    peak = Math.max(peak, residentMb(pid) ?? 0);
  };
  const looking = setInterval(look, lookEveryMs);
  try {
    const result = await run();
    look();
    return { result, memory: { 'MB before': before, 'MB at most': peak } };
  } finally {
    clearInterval(looking);
  }
}

function residentMb(pid: number | undefined): number | undefined {
  if (pid === undefined) return undefined;
  try {
    const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kilobytes === undefined ? undefined : Number(kilobytes) / 1_024;
  } catch {
    return undefined;
  }
}
