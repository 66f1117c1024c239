/** The page allows style elements that bear its nonce. A browser shows it to script as a property, not as an attribute. */
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';

export const styleNonce = (): string => nonce;

// The library that locks scrolling behind dialogs looks here.
Object.assign(globalThis, { __webpack_nonce__: nonce });
