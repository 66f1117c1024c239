/** localStorage and sessionStorage where they exist: strict settings forbid even looking at them. */
type Kind = 'localStorage' | 'sessionStorage';

export function readStored(key: string, kind: Kind = 'localStorage'): string | null {
  try {
    return window[kind].getItem(key);
  } catch {
    return null;
  }
}

/** `null` removes it. Returns false where nothing can be kept; the page then remembers for as long as it is open. */
export function writeStored(key: string, value: string | null, kind: Kind = 'localStorage'): boolean {
  try {
    if (value === null) window[kind].removeItem(key);
    else window[kind].setItem(key, value);
    return true;
  } catch {
    return false;
  }
}

/** Every key that begins like this. */
export function storedKeys(prefix: string, kind: Kind = 'localStorage'): string[] {
  try {
    return Object.keys(window[kind]).filter((key) => key.startsWith(prefix));
  } catch {
    return [];
  }
}

/** Removes every key that begins like this. */
export function dropStored(prefix: string, kind: Kind = 'localStorage'): void {
  for (const key of storedKeys(prefix, kind)) writeStored(key, null, kind);
}
