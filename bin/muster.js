#!/usr/bin/env node
import module from 'node:module';

// Plain JavaScript, so that an old Node can print an error.
const major = Number(process.versions.node.split('.')[0]);
if (major < 26) {
  console.error(
    `Muster needs Node 26, and this is ${process.version}. Run "node scripts/ensure-installed.cjs" once, then "npm start" or "npx muster". Both use the Node that comes with the project.`,
  );
  process.exit(1);
}

// What has been compiled once is kept: later starts are quicker.
module.enableCompileCache();
const { main } = await import('../src/app/cli.ts');
await main(process.argv.slice(2));
