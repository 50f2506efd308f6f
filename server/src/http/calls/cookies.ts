import type { FastifyReply, FastifyRequest } from 'fastify'
import { cookieName, type SiteOrigin } from './site.ts'

/** The cookie that holds a session's token. */
export const SESSION_COOKIE = 'sid'

/** Reads one of our cookies; null when it is absent or malformed. */
export function readCookie(header: string | undefined, site: SiteOrigin, name: string): string | null {
  const start = `${cookieName(site, name)}=`
  const found = (header ?? '').split('; ').find((one) => one.startsWith(start))
  const value = found?.slice(start.length) ?? ''
  return /^[A-Za-z0-9_-]{1,128}$/.test(value) ? value : null
}

/** Sets a first-party cookie that scripts cannot read. `Lax`, so that a link from another site still finds the session. */
export function writeCookie(
  reply: FastifyReply,
  site: SiteOrigin,
  name: string,
  value: string,
  maxAgeS: number,
): void {
  const secure = site.secure ? '; Secure' : ''
  reply.header(
    'set-cookie',
    `${cookieName(site, name)}=${value}; Path=/; Max-Age=${maxAgeS}; HttpOnly; SameSite=Lax${secure}`,
  )
}

/**
 * The part of an address that one household or server controls: the whole IPv4 address, or the first 64 bits of IPv6.
 */
export function networkOf(request: Pick<FastifyRequest, 'ip'>): string {
  const ip = request.ip.replace(/^::ffff:(?=\d+\.)/, '')
  return ip.includes(':') ? wholeIpv6(ip).slice(0, 4).join(':') : ip
}

function wholeIpv6(ip: string): string[] {
  const [head = '', tail] = ip.split('::')
  const first = head.split(':').filter(Boolean)
  const last = (tail ?? '').split(':').filter(Boolean)
  const missing = tail === undefined ? 0 : Math.max(0, 8 - first.length - last.length)
  return [...first, ...Array.from({ length: missing }, () => '0'), ...last]
}
