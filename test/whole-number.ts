/** What someone has typed: a drill of `x` rounds would do nothing, and all would seem well. */
export function wholeNumber(name: string, text: string, least = 1): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(number) && number >= least) return number;
  throw new Error(`${name} is a whole number, ${least} or more.`);
}
