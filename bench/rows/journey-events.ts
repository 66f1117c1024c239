import { type JourneyWorld, journeyWorld, travellers } from '../journeys.ts';
import type { Row, Sample } from '../row.ts';

export const row: Row = {
  name: 'journey-events',
  measures: `${travellers.toLocaleString('en')} events through the reaction of journeys, each completing a step, against bare statements that write the same rows`,
  figure: 'perSecond',
  aim: { against: 'sql', atLeast: 0.5 },
  rounds: 3,
  async setup(stage) {
    const world = await journeyWorld(stage);
    const measure = async (run: (world: JourneyWorld) => Promise<number>): Promise<Sample> => {
      await world.reset();
      return sampleOf(await run(world));
    };
    // Compiles the code.
    for (let round = 0; round < 2; round += 1) await measure((each) => each.tellAll());
    return [
      {
        name: 'muster',
        round: async () => {
          const sample = await measure((each) => each.tellAll());
          const again = sampleOf(await world.tellAll());
          return { ...sample, extra: { 'told again a second': Math.round(again.perSecond) } };
        },
      },
      { name: 'sql', round: () => measure((each) => each.writeAll()) },
    ];
  },
};

function sampleOf(seconds: number): Sample {
  const eachMs = (seconds * 1_000) / travellers;
  return { count: travellers, perSecond: travellers / seconds, p50Ms: eachMs, p99Ms: eachMs };
}
