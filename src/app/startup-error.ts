/** An error that an operator can fix: printed in one line, without a stack trace. */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}
