#!/usr/bin/env node
// Plain JavaScript, so that an old Node can say what it lacks.
const major = Number(process.versions.node.split('.')[0]);
if (major < 26) {
  console.error(
    `Muster runs on Node 26, this is ${process.version}. Use "npm start" or "npx muster": both use the Node that comes with the project.`,
  );
  process.exit(1);
}

const { main } = await import('../src/app/cli.ts');
await main(process.argv.slice(2));

export {};
