import { parseArgs } from 'node:util';
import { OperatorError } from '#kernel/operator-error.ts';
import { type Command, commands } from './commands.ts';
import { StartupError } from './startup-error.ts';
import { version } from './version.ts';

/** The `muster` command: finds the sub-command, its options and its help, and turns errors into one clear line. */
export async function main(argv: readonly string[]): Promise<void> {
  const isTwoWords = commands.some((command) => command.name === argv.slice(0, 2).join(' '));
  const [name, ...rest] = isTwoWords ? [argv.slice(0, 2).join(' '), ...argv.slice(2)] : argv;
  if (name === '--version' || name === '-v') return console.log(version);
  if (name === undefined || name === '--help' || name === '-h' || name === 'help')
    return console.log(overview());
  const command = commands.find((candidate) => candidate.name === name);
  try {
    if (!command) throw new StartupError(`Unknown command "${name}". Run muster --help for the list.`);
    const { values, positionals } = readOptions(command, rest);
    if (values['help']) return console.log(helpOf(command));
    await command.run(values, positionals);
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

function readOptions(command: Command, args: string[]) {
  try {
    return parseArgs({
      args,
      options: { ...command.options, help: { type: 'boolean', short: 'h' } },
      allowPositionals: false,
      strict: true,
    });
  } catch (error) {
    throw new StartupError(`muster ${command.name}: ${(error as Error).message}\n\n${helpOf(command)}`);
  }
}

function overview(): string {
  const lines = commands.map((command) => `  ${command.name.padEnd(14)} ${command.summary}`);
  return `Muster ${version}: volunteer scheduling\n\nUsage: muster <command> [options]\n\n${lines.join('\n')}\n\nRun muster <command> --help for its options. Settings are environment variables, listed in .env.example.`;
}

function helpOf(command: Command): string {
  const options = Object.entries(command.options ?? {}).map(
    ([name, option]) => `  --${name.padEnd(14)} ${option.description}`,
  );
  return [
    `Usage: muster ${command.name} [options]`,
    '',
    command.description,
    '',
    ...options,
    `  --${'help'.padEnd(14)} show this help`,
  ].join('\n');
}
