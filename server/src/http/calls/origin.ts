import type { IncomingHttpHeaders } from 'node:http'
import { Refused } from './refused.ts'
import type { SiteOrigin } from './site.ts'

/** `X-App`, which another site cannot send without a CORS preflight, which we never allow. */
export function hasOwnHeader(headers: IncomingHttpHeaders): boolean {
  return headers['x-app'] === '1'
}

/**
 * Refuses a call that changes something unless our own page or a program with a bearer token made it. Where the browser sends the
 * origin and `Sec-Fetch-Site`, they must agree.
 */
export function checkOrigin(method: string, headers: IncomingHttpHeaders, site: SiteOrigin): void {
  if (!hasOwnHeader(headers)) throw new Refused('wrong_origin')
  const fetchSite = headers['sec-fetch-site']
  if (fetchSite !== undefined && fetchSite !== 'same-origin') throw new Refused('wrong_origin')
  const origin = originOf(method, headers)
  if (origin === null && method === 'GET' && fetchSite === 'same-origin') return
  if (origin === null && bearerOf(headers) !== null) return
  if (origin === null || !site.origins.includes(origin)) throw new Refused('wrong_origin')
}

/** The calling page's origin. For a GET of the page's own site browsers send no Origin, so the Referer is used. */
export function originOf(method: string, headers: IncomingHttpHeaders): string | null {
  if (headers.origin !== undefined) return headers.origin
  if (method !== 'GET' || headers.referer === undefined) return null
  return URL.canParse(headers.referer) ? new URL(headers.referer).origin : null
}

/** The token of an `Authorization: Bearer` header. */
export function bearerOf(headers: IncomingHttpHeaders): string | null {
  return /^Bearer ([A-Za-z0-9_-]{1,128})$/i.exec(headers.authorization ?? '')?.[1] ?? null
}
