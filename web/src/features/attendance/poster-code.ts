/** What a scanned or typed code of a poster says: the poster shows an address that ends with the code. */
export function posterCodeOf(text: string): { readonly shiftId: number; readonly code: string } | undefined {
  const trimmed = text.trim();
  const code = URL.canParse(trimmed) ? (new URL(trimmed).searchParams.get('code') ?? '') : trimmed;
  const shiftId = /^mp1\.(\d{1,15})\.[\w-]{10,60}$/.exec(code)?.[1];
  return shiftId === undefined ? undefined : { shiftId: Number(shiftId), code };
}
