/** What stands in a search field, and what of it this field has put into the address last. */
export interface SearchText {
  readonly text: string;
  readonly inAddress: string;
  readonly sent: string | undefined;
}

/**
 * The field after the address has changed. A link, the back button or "Clear" put their text into the field; what the
 * field itself has sent comes back late, when somebody may have typed on.
 */
export function followed(field: SearchText, inAddress: string): SearchText {
  if (inAddress === field.inAddress) return field;
  const isOwn = field.sent !== undefined && inAddress.trim() === field.sent.trim();
  return { text: isOwn ? field.text : inAddress, inAddress, sent: undefined };
}
