import { permitMarkup, permitScript } from './trusted-text.ts';

interface PolicyFactory {
  createPolicy(
    name: string,
    rules: { createHTML(text: string): string | null; createScriptURL(text: string): string | null },
  ): void;
}

/**
 * The page takes text as markup, script or the address of a script only from here. Must run before anything else.
 * Browsers without trusted types ignore the rule as well.
 */
const { trustedTypes } = globalThis as { trustedTypes?: PolicyFactory };
trustedTypes?.createPolicy('default', { createHTML: permitMarkup, createScriptURL: permitScript });
