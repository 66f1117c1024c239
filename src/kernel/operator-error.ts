/** Something that an operator can fix: the command prints its message, without a stack trace. */
export class OperatorError extends Error {}
