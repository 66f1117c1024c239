/**
 * Loaded before a test file. A process that is made to end with its last test (`--test-force-exit`) does not wait for a
 * pipe that is full, and the end of its report is lost: one run in six of a large file. Writes that block lose nothing.
 */
const { _handle: handle } = process.stdout as unknown as { _handle?: { setBlocking?(on: boolean): void } };
handle?.setBlocking?.(true);
