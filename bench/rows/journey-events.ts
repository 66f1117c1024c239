import { enrolled, type JourneyWorld, journeyWorld } from '../journeys.ts';
import type { Row, Sample } from '../row.ts';

export const row: Row = {
  name: 'journey-events',
  measures: `${enrolled.toLocaleString('en')} events through the reaction of journeys, each completing a step, against bare statements that write the same rows`,
  figure: 'perSecond',
  aim: { against: 'sql', atLeast: 0.5 },
  limitedBy: 'CPU in the worker: it reads what people have done, decides, and writes each row with an event',
  rounds: 3,
  async setup(stage) {
    const world = await journeyWorld(stage);
    const measure = async (run: (world: JourneyWorld) => Promise<number>): Promise<Sample> => {
      await world.reset();
      return sampleOf(await run(world));
    };
    // Compiles the code.
    for (let round = 0; round < 2; round += 1) await measure((each) => each.reactToAll());
    return [
      {
        name: 'muster',
        round: async () => {
          const sample = await measure((each) => each.reactToAll());
          const again = sampleOf(await world.reactToAll());
          return { ...sample, extra: { 'told again a second': Math.round(again.perSecond) } };
        },
      },
      { name: 'sql', round: () => measure((each) => each.writeAll()) },
    ];
  },
};

function sampleOf(seconds: number): Sample {
  const eachMs = (seconds * 1_000) / enrolled;
  return { count: enrolled, perSecond: enrolled / seconds, p50Ms: eachMs, p99Ms: eachMs };
}
