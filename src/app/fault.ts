/** Something that an operator can mend: told in one line, without a stack. */
export class Fault extends Error {
  override readonly name = 'Fault';
}
