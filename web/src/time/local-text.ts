/** An instant as an input of type `datetime-local` takes it: the device's own clock, without a zone. */
export function localText(at: string | Date): string {
  const date = new Date(at);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
