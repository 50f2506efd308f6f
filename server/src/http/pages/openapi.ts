import type { AnyRoute, RouteTable } from '@tickmark/wire/call'
import { claims } from '@tickmark/wire/fields'
import { REFUSAL_FACTS, REFUSALS, type RefusalCode } from '@tickmark/wire/refusalCodes'
import { type JsonSchema, spelledInput, spelledReply, spelledSummary } from '@tickmark/wire/legacy/documented'
import * as z from 'zod/mini'
import { refusalText } from '../calls/refused.ts'

const COMMON: readonly RefusalCode[] = ['bad_request', 'bad_envelope', 'too_many_requests', 'busy', 'failed']

/** Refusals that a call may return: its own, and those that its declaration implies. */
export function refusalsOf(route: AnyRoute): RefusalCode[] {
  const more: RefusalCode[] = []
  if (route.who !== 'anyone') more.push('sign_in_first')
  if (route.who === 'visitor' || route.who === 'user') more.push('wallet_changed')
  if (route.who === 'user') more.push('register_first', 'account_not_allowed')
  if (route.who === 'arriving') more.push('operators_only')
  if (route.who === 'operator') more.push('operators_only', 'factor_first', 'role_missing')
  if (route.changes) more.push('wrong_origin')
  if (route.money) more.push('key_missing', 'key_invalid', 'key_reused')
  return [...new Set([...route.refusals, ...more, ...COMMON])]
}

/** The API as an OpenAPI 3.1 document, in its plain form. */
export function openApi(routes: RouteTable, publicUrl: string) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [name, route] of Object.entries(routes)) {
    const path = (paths[route.path] ??= {})
    path[route.method.toLowerCase()] = operation(name, route)
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Tickmark', version: '0.1.0', description: ABOUT },
    servers: [{ url: publicUrl }],
    paths,
    components: {
      securitySchemes: {
        cookie: { type: 'apiKey', in: 'cookie', name: 'sid' },
        bearer: { type: 'http', scheme: 'bearer' },
        operator: { type: 'apiKey', in: 'cookie', name: 'console' },
      },
    },
  }
}

const ABOUT = [
  'Every answer is {status, message, data}; a refusal also has a code, and its HTTP status is its status.',
  'Amounts and prices are decimal texts. Times are milliseconds since 1970 unless a field says otherwise.',
  'A call that changes something needs the header X-App: 1 and the Origin of our own page, or a bearer token and no Origin.',
  'A call that moves money needs an Idempotency-Key, a UUID: repeated with the same key it answers as the first time.',
  'The page itself wraps its calls: params=<envelope> in a query, data=<envelope> in a form, answered as text/plain with X-Envelope: 1.',
  'An envelope is base64url of AES-256-ECB (PKCS#7) over JSON, with the key of /config.json. Anyone can read that key:',
  'the envelope hides nothing, and TLS and the session are the protection.',
].join(' ')

function operation(name: string, route: AnyRoute) {
  const input = spelledInput(name, inputSchema(route))
  const headers = [
    ...(route.changes ? [header('X-App', '1')] : []),
    ...(route.money ? [header('Idempotency-Key')] : []),
  ]
  const asQuery = route.method !== 'POST'
  return {
    operationId: name,
    summary: spelledSummary(name, route.summary),
    parameters: [...(asQuery ? queryOf(input) : []), ...headers],
    ...(asQuery
      ? {}
      : { requestBody: { required: true, content: { 'application/json': { schema: input } } } }),
    ...securityOf(route),
    responses: { 200: success(name, route), ...failures(route) },
  }
}

function securityOf({ who }: AnyRoute) {
  if (who === 'anyone') return {}
  return who === 'visitor' || who === 'user'
    ? { security: [{ cookie: [] }, { bearer: [] }] }
    : { security: [{ operator: [] }] }
}

function inputSchema(route: AnyRoute): JsonSchema {
  const own = schemaOf(route.input, 'input')
  const claim = schemaOf(claims, 'input')
  return { ...own, properties: { ...claim.properties, ...own.properties }, additionalProperties: false }
}

function schemaOf(schema: z.ZodMiniType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonSchema
  return rest
}

function queryOf(input: JsonSchema) {
  return Object.entries(input.properties ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: input.required?.includes(name) ?? false,
    schema,
  }))
}

function header(name: string, value?: string) {
  return {
    name,
    in: 'header',
    required: true,
    schema: value === undefined ? { type: 'string', format: 'uuid' } : { const: value },
  }
}

function success(name: string, route: AnyRoute) {
  const schema = {
    type: 'object',
    properties: {
      status: { const: 200 },
      message: { type: 'string' },
      data: spelledReply(name, schemaOf(route.reply, 'output')),
    },
    required: ['status', 'message', 'data'],
  }
  return { description: 'As asked.', content: { 'application/json': { schema } } }
}

function failures(route: AnyRoute) {
  const byStatus = Map.groupBy(refusalsOf(route), (code) => REFUSALS[code])
  return Object.fromEntries([...byStatus].map(([status, codes]) => [status, failure(status, codes)]))
}

function failure(status: number, codes: readonly RefusalCode[]) {
  const schema = {
    type: 'object',
    properties: {
      status: { const: status },
      code: { enum: codes },
      message: { type: 'string' },
      data: { type: ['object', 'null'], additionalProperties: { type: 'string' } },
    },
    required: ['status', 'code', 'message', 'data'],
  }
  const description = codes.map((code) => `${code}: ${patternOf(code)}`).join(' ')
  return { description, content: { 'application/json': { schema } } }
}

/** The English text of a refusal with placeholders for its facts: "The smallest order is {least} {currency}." */
function patternOf(code: RefusalCode): string {
  const names: readonly string[] = Object.hasOwn(REFUSAL_FACTS, code)
    ? REFUSAL_FACTS[code as keyof typeof REFUSAL_FACTS]
    : []
  return refusalText(code, 'english', Object.fromEntries(names.map((name) => [name, `{${name}}`])))
}
