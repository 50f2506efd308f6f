import { isLanguage, DEFAULT_LANGUAGE, type Language } from '@tickmark/texts/languages'
import { type Claims, claims } from '@tickmark/wire/fields'
import { claimField, inputField } from '@tickmark/wire/legacy/codec'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Envelope } from './envelope.ts'
import { Refused } from './refused.ts'

export type Fields = Readonly<Record<string, unknown>>

/** Installs parsers for the two body types of calls, JSON and form, in place of Fastify's own. */
export function parseBodies(server: FastifyInstance): void {
  server.removeAllContentTypeParsers()
  const asText = { parseAs: 'string' } as const
  server.addContentTypeParser('application/json', asText, (_request, body, done) => {
    try {
      done(null, body === '' ? {} : JSON.parse(body as string))
    } catch {
      done(new Refused('bad_request'))
    }
  })
  // A picture's bytes, for routes that accept one. Other routes find no fields in them.
  server.addContentTypeParser(['image/jpeg', 'image/png'], { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  )
  server.addContentTypeParser('application/x-www-form-urlencoded', asText, (_request, body, done) => {
    const fields = fieldsOfForm(body as string)
    if (fields) done(null, fields)
    else done(new Refused('bad_request'))
  })
}

function fieldsOfForm(text: string): Fields | null {
  const fields: Record<string, string> = Object.create(null) as Record<string, string>
  for (const [name, value] of new URLSearchParams(text)) {
    if (name in fields) return null
    fields[name] = value
  }
  return fields
}

/**
 * The fields of a call, out of its envelope if it has one: `params` in a query, `data` in a form. With a picture, the
 * fields are in the query.
 */
export function readFields(
  request: FastifyRequest,
  envelope: Envelope,
  isPicture: boolean,
): { fields: Fields; sealed: boolean } {
  const isPost = request.method === 'POST' && !isPicture
  const query = request.query as Fields
  const given = isPost ? (request.body ?? {}) : query
  if (!isFields(given)) throw new Refused('bad_request')
  if (isPost && Object.keys(query).length > 0) throw new Refused('bad_request')
  // A field in a place that is not read would silently count as missing.
  if (request.method === 'DELETE' && hasBody(request.body)) throw new Refused('bad_request')
  const isForm = isPost && request.headers['content-type']?.startsWith('application/x-www-form-urlencoded')
  const name = isPost ? 'data' : 'params'
  if (!Object.hasOwn(given, name) || (isPost && !isForm)) return { fields: given, sealed: false }
  const text = given[name]
  const opened = typeof text === 'string' && Object.keys(given).length === 1 ? envelope.open(text) : null
  if (!opened || !isFields(opened.value)) throw new Refused('bad_envelope')
  return { fields: opened.value, sealed: true }
}

function hasBody(body: unknown): boolean {
  return isFields(body) ? Object.keys(body).length > 0 : body !== undefined && body !== null
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !Buffer.isBuffer(value)
}

/** The language of refusals, read before anything else is validated. */
export function languageOf(fields: Fields): Language {
  const { language } = fields
  return typeof language === 'string' && isLanguage(language) ? language : DEFAULT_LANGUAGE
}

/** Each claim's field on the wire, and our own name for it. */
const CLAIMS = new Map(Object.keys(claims.shape).map((claim) => [claimField(claim), claim]))

export function readClaims(fields: Fields): Claims {
  const given = Object.fromEntries([...CLAIMS].map(([field, claim]) => [claim, fields[field]]))
  const parsed = z.safeParse(claims, given)
  if (!parsed.success) throw new Refused('bad_request')
  return parsed.data
}

/** A reader of one route's input that returns our field names. Refuses a field that is neither the route's nor a claim. */
export function inputReader(route: string, schema: z.ZodMiniType): (fields: Fields) => unknown {
  const shape = Object.keys((schema as z.ZodMiniObject).shape)
  const own = new Map(shape.map((name) => [inputField(route, name), name]))
  return (fields) => {
    const input: Record<string, unknown> = {}
    for (const field of Object.keys(fields)) {
      const name = own.get(field)
      if (name !== undefined) input[name] = fields[field]
      else if (!CLAIMS.has(field)) throw new Refused('bad_request')
    }
    const parsed = z.safeParse(schema, input)
    if (!parsed.success) throw new Refused('bad_request')
    return parsed.data
  }
}
