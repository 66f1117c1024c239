const atom = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+";
const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const address = new RegExp(
  `^(?=[^@]{1,64}@)${atom}(?:\\.${atom})*@(?:${label}\\.)+${label}$`,
  // Without u: with it, i would take letters such as the Kelvin sign for those that they look like.
  'i',
);
const longest = 254;

/**
 * Whether mail servers take it (RFC 5321): 254 characters in all, 64 before the @, 63 between two dots behind it. Names in
 * quotes and letters beyond ASCII, which many servers refuse, are left out.
 */
export function isEmailAddress(text: string): boolean {
  return text.length <= longest && address.test(text);
}

/** What an account may have that was created before the rule above, to find it by. */
export function looksLikeEmailAddress(text: string): boolean {
  return text.length <= longest && /^[^\s@]+@[^\s@]+$/.test(text);
}
