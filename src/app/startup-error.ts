import { OperatorError } from '#kernel/operator-error.ts';

/** The service, or one of its commands, cannot do what it was asked to do. */
export class StartupError extends OperatorError {
  override readonly name = 'StartupError';
}
