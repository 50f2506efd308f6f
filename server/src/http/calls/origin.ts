import type { IncomingHttpHeaders } from 'node:http'
import { Refused } from './refused.ts'
import type { SiteOrigin } from './site.ts'

/**
 * Refuses a call that changes something unless our own page made it, or a program that holds a bearer token did.
 * `X-App` is a header that no other site can send without asking us first, and we never allow it to; the origin and
 * `Sec-Fetch-Site` say the same again, where the browser sends them.
 */
export function checkOrigin(method: string, headers: IncomingHttpHeaders, site: SiteOrigin): void {
  if (headers['x-app'] !== '1') throw new Refused('wrong_origin')
  const fetchSite = headers['sec-fetch-site']
  if (fetchSite !== undefined && fetchSite !== 'same-origin') throw new Refused('wrong_origin')
  const origin = originOf(method, headers)
  if (origin === null && method === 'GET' && fetchSite === 'same-origin') return
  if (origin === null && bearerOf(headers) !== null) return
  if (origin === null || !site.origins.includes(origin)) throw new Refused('wrong_origin')
}

/** The calling page's origin. A browser does not name it on a GET of the page's own site, but refers to the page. */
export function originOf(method: string, headers: IncomingHttpHeaders): string | null {
  if (headers.origin !== undefined) return headers.origin
  if (method !== 'GET' || headers.referer === undefined) return null
  return URL.canParse(headers.referer) ? new URL(headers.referer).origin : null
}

/** The token of an `Authorization: Bearer` header. */
export function bearerOf(headers: IncomingHttpHeaders): string | null {
  return /^Bearer ([A-Za-z0-9_-]{1,128})$/i.exec(headers.authorization ?? '')?.[1] ?? null
}
