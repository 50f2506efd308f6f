import type { AnyRoute, RouteTable } from '@tickmark/wire/call'
import { claimField } from '@tickmark/wire/legacy/codec'
import { type JsonSchema, spelledInput, spelledReply, spelledSummary } from '@tickmark/wire/legacy/documented'
import { rolesFor } from '@tickmark/wire/permissions'
import { REFUSALS } from '@tickmark/wire/refusalCodes'
import { escapeHtml } from '@tickmark/wire/texts/escapeHtml'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { pagePolicy } from './headers.ts'
import { openApi, refusalsOf } from './openapi.ts'
import type { SiteOrigin } from '../calls/site.ts'

/**
 * Serves the API documentation, built from the route declarations: for machines at /docs/openapi.json, for people at
 * /docs.
 */
export function serveDocs(server: FastifyInstance, routes: RouteTable, site: SiteOrigin): void {
  let json: string | null = null
  let html: string | null = null
  server.get('/docs/openapi.json', (_request, reply) => {
    json ??= JSON.stringify(openApi(routes, site.publicUrl))
    return reply.type('application/json; charset=utf-8').header('cache-control', 'no-cache').send(json)
  })
  server.get('/docs', (_request, reply) => {
    html ??= page(routes)
    reply
      .header('content-security-policy', pagePolicy(site, { chatOrigin: null, isFramed: false }))
      .header('cache-control', 'no-cache')
    return reply.type('text/html; charset=utf-8').send(html)
  })
  server.get('/docs/style.css', (_request, reply) => {
    return reply.type('text/css; charset=utf-8').header('cache-control', 'no-cache').send(STYLE)
  })
}

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1c1f26;background:#f7f4ec}
h2{font:600 1rem ui-monospace,monospace;border-top:1px solid #cfc8b8;padding-top:1rem;margin-top:2rem}
pre{overflow-x:auto;background:#efeadd;padding:.75rem;font-size:.8rem}
@media (prefers-color-scheme:dark){body{color:#e8e4da;background:#14161b}pre{background:#1d2027}h2{border-color:#3a3f4a}a{color:#8ab4ff}}`

function page(routes: RouteTable): string {
  const parts = Object.entries(routes).map(section).join('\n')
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>Tickmark: calls</title><link rel="stylesheet" href="/docs/style.css"></head><body><h1>Calls</h1>
<p>Every answer is <code>{status, message, data}</code>; a refusal also has a <code>code</code>. Amounts and prices are decimal texts.
A call that changes something needs the header <code>X-App: 1</code> and the origin of our own page, or a bearer token. One that moves money
needs an <code>Idempotency-Key</code>, a UUID. Every call takes <code>language</code>, <code>${claimField('book')}</code> (1 for the simulated account) and
<code>address</code>. For machines: <a href="/docs/openapi.json">OpenAPI 3.1</a>.</p>
<p>The page wraps its calls in an envelope (AES-256-ECB, key in <a href="/config.json">/config.json</a>). Anyone can read that key: it hides
nothing. TLS and the session are the protection.</p>
${parts}</body></html>`
}

function section([name, route]: [string, AnyRoute]): string {
  const who = {
    anyone: 'Anyone.',
    visitor: 'Needs a session.',
    user: 'Needs a registered user.',
    arriving: 'Needs an operator whose address is proven.',
    operator: `Needs an operator with one of these roles: ${rolesFor(route.may).join(', ')}.`,
  }[route.who]
  const codes = refusalsOf(route).map((code) => `${code} (${REFUSALS[code]})`)
  return `<h2>${route.method} ${route.path}</h2><p>${escapeHtml(spelledSummary(name, route.summary))} ${who}</p>
<pre>${escapeHtml(textOf(spelledInput(name, shapeOf(route.input, 'input'))))}</pre><p>Answers</p><pre>${escapeHtml(textOf(spelledReply(name, shapeOf(route.reply, 'output'))))}</pre>
<p>Refuses with ${codes.join(', ')}.</p>`
}

function shapeOf(schema: z.ZodMiniType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonSchema
  return rest
}

function textOf(schema: JsonSchema): string {
  return JSON.stringify(schema, null, 1)
}
