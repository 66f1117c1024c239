import { keywords } from './limits.ts';
import { isObject, type Json, type JsonObject, own, partsOf, placeOf } from './schema-parts.ts';

/** Stands for the address of a schema that has none. */
const noAddress = 'form:/';

export type Reference =
  | { readonly kind: 'found'; readonly target: Json }
  /** In another document, which is never fetched. */
  | { readonly kind: 'foreign' }
  | { readonly kind: 'dangling' }
  /** Among several documents: what it means depends on the way there. */
  | { readonly kind: 'dynamic' };

interface Home {
  /** Of the document that the schema is in. */
  readonly address: string;
  readonly path: string;
}

/** Where the references of a schema lead: to a part of itself, by path, anchor or `$id`. */
export class References {
  readonly #homes = new Map<JsonObject, Home>();
  readonly #documents = new Map<string, JsonObject>();
  readonly #anchors = new Map<string, JsonObject>();

  constructor(root: JsonObject) {
    this.#documents.set(noAddress, root);
    this.#visit(root, { address: noAddress, path: 'schema' });
  }

  #visit(schema: Json, { address: above, path }: Home): void {
    if (!isObject(schema) || this.#homes.has(schema)) return;
    const address = this.#addressOf(schema, above);
    this.#homes.set(schema, { address, path });
    for (const keyword of ['$anchor', '$dynamicAnchor']) {
      const anchor = own(schema, keyword);
      if (typeof anchor === 'string') this.#anchors.set(`${address}#${anchor}`, schema);
    }
    for (const { value, steps } of partsOf(schema))
      this.#visit(value, { address, path: placeOf(path, steps) });
  }

  #addressOf(schema: JsonObject, above: string): string {
    const id = own(schema, '$id');
    const url = typeof id === 'string' ? parse(id, above) : undefined;
    if (!url) return above;
    this.#documents.set(url.address, schema);
    return url.address;
  }

  /** All schemas that references of the given one mean. */
  from(schema: JsonObject): { readonly keyword: string; readonly reference: Reference }[] {
    return keywords.reference.flatMap((keyword) => {
      const text = own(schema, keyword);
      return typeof text === 'string' ? [{ keyword, reference: this.#resolve(schema, keyword, text) }] : [];
    });
  }

  targetsOf(schema: JsonObject): Json[] {
    return this.from(schema).flatMap(({ reference }) =>
      reference.kind === 'found' ? [reference.target] : [],
    );
  }

  /** Every schema of the document that is an object, with its place. */
  all(): { readonly schema: JsonObject; readonly path: string }[] {
    return [...this.#homes].map(([schema, { path }]) => ({ schema, path }));
  }

  /** Then a dynamic reference is an ordinary one. */
  #isOneDocument(): boolean {
    return new Set(this.#documents.values()).size === 1;
  }

  #resolve(schema: JsonObject, keyword: string, text: string): Reference {
    if (keyword === '$dynamicRef' && !this.#isOneDocument()) return { kind: 'dynamic' };
    const url = parse(text, this.#homes.get(schema)?.address ?? noAddress);
    const document = url && this.#documents.get(url.address);
    if (!url || !document) return { kind: 'foreign' };
    const target = /^$|^\//.test(url.fragment)
      ? follow(document, url.fragment)
      : this.#anchors.get(`${url.address}#${url.fragment}`);
    const isSchema = typeof target === 'boolean' || (isObject(target) && this.#homes.has(target));
    return isSchema ? { kind: 'found', target } : { kind: 'dangling' };
  }
}

function parse(text: string, base: string): { address: string; fragment: string } | undefined {
  const url = URL.parse(text, base);
  if (!url) return undefined;
  const fragment = url.hash.slice(1);
  url.hash = '';
  try {
    return { address: url.href.replace(/#$/, ''), fragment: decodeURIComponent(fragment) };
  } catch {
    return undefined;
  }
}

/** Follows a JSON Pointer (RFC 6901). */
function follow(document: JsonObject, pointer: string): Json | undefined {
  let at: Json | undefined = document;
  for (const step of pointer.split('/').slice(1)) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
    at = typeof at === 'object' && at !== null ? own(at as JsonObject, name) : undefined;
  }
  return at;
}
