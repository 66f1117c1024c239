import type { FastifyInstance } from 'fastify';
import { escapeHtml, htmlPage } from '#platform/html.ts';
import { errorReference } from './error-reference.ts';

/**
 * The reference pages: the contract itself, a page to read and try it, and an entry for every error code.
 * All files come from this program; nothing is fetched from elsewhere.
 */
export function registerDocs(app: FastifyInstance, openApi: () => object): void {
  // Made when it is first asked for: it takes 0.1 s, a twentieth of a start.
  let contract: string | undefined;
  const config = { unlimited: true };
  app.get('/api/v1/openapi.json', { config }, async (_request, reply) => {
    contract ??= JSON.stringify(openApi());
    return reply.type('application/json; charset=utf-8').header('cache-control', 'no-cache').send(contract);
  });
  app.get('/docs', { config }, async (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      // The reference page sets styles from script; nothing in it may load from or talk to anywhere else.
      .header(
        'content-security-policy',
        "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      )
      .send(referencePage),
  );
  app.get('/docs/scalar.js', { config }, async (_request, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .header('cache-control', 'public, max-age=86400')
      .send(await scalar()),
  );
  app.get('/docs/errors', { config }, async (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header(
        'content-security-policy',
        "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      )
      .send(errorReference()),
  );
}

const referencePage = htmlPage({
  title: 'Muster API',
  body: `<script id="api-reference" data-url="/api/v1/openapi.json" data-configuration="${escapeHtml(
    JSON.stringify({
      withDefaultFonts: false,
      telemetry: false,
      hideClientButton: true,
      showDeveloperTools: 'never',
      agent: { disabled: true },
      mcp: { disabled: true },
    }),
  )}"></script>
<script src="/docs/scalar.js"></script>`,
});

let script: Promise<string> | undefined;

/** The package carries its script inside a module of several megabytes, so it is loaded when first asked for. */
function scalar(): Promise<string> {
  script ??= (async () => {
    const { default: Fastify } = await import('fastify');
    const { default: reference } = await import('@scalar/fastify-api-reference');
    const host = Fastify();
    await host.register(reference, { routePrefix: '/docs', configuration: { url: '/api/v1/openapi.json' } });
    const answer = await host.inject('/docs/js/scalar.js');
    await host.close();
    return answer.body;
  })();
  return script;
}
