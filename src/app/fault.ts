/** An error that an operator can fix: printed in one line, without a stack. */
export class Fault extends Error {
  override readonly name = 'Fault';
}
