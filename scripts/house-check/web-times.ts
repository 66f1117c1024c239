import type { Repository } from './repository.ts';

const dates = /\bnew Date\(|\bDate\.(?:parse|UTC)\(|\bIntl\.DateTimeFormat\b|\bTemporal\./;

/**
 * Days, clocks and zones of the web app are computed in `web/src/time` only, on Temporal. `Date.now()` is fine anywhere:
 * a number of milliseconds knows no zone.
 */
export async function webTimeFaults(repository: Repository): Promise<string[]> {
  const sources = repository.files.filter(
    (file) => /^web\/src\/(?!time\/).*\.tsx?$/.test(file) && !/\.test\.ts$|\.generated\.ts$/.test(file),
  );
  const faults = sources.map(async (file) => {
    const lines = (await repository.read(file)).split('\n');
    return lines.flatMap((line, index) => {
      const [found] = dates.exec(line) ?? [];
      if (found === undefined) return [];
      return [`${file}:${index + 1} uses ${found.replace(/[.(]$/, '')}: use web/src/time/calendar.ts`];
    });
  });
  return (await Promise.all(faults)).flat();
}
