import type { FastifyInstance } from 'fastify'
import type { SiteOrigin } from '../calls/site.ts'

const OFF =
  'accelerometer camera display-capture geolocation gyroscope magnetometer microphone midi payment usb serial hid'

/** How pages differ. */
interface PageKind {
  /** Origin of an external support chat, which our pages may show in a frame; null when it is our own page. */
  chatOrigin: string | null
  /** Whether our own pages may show it in a frame. */
  isFramed: boolean
}

/**
 * Content security policy of our pages: our own files only, no inline script or style, and no framing, except by our
 * own pages where intended. Wallets announce themselves (EIP-6963), so none needs an exception.
 */
export function pagePolicy(site: SiteOrigin, { chatOrigin, isFramed }: PageKind): string {
  const sockets = site.origins.map((origin) => origin.replace(/^http/, 'ws')).join(' ')
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self' ${sockets}`,
    `frame-src 'self'${chatOrigin === null ? '' : ` ${chatOrigin}`}`,
    "media-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors '${isFramed ? 'self' : 'none'}'`,
  ].join('; ')
}

/**
 * The same for the operators' console: our own files and calls only. It shows no other page and no page shows it.
 * Pictures of users come from our own address or as data that the console has fetched.
 */
export function consolePolicy(site: SiteOrigin): string {
  const sockets = site.origins.map((origin) => origin.replace(/^http/, 'ws')).join(' ')
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self' ${sockets}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** Headers of every answer; a page's own policy replaces the default closed one. */
export function addHeaders(server: FastifyInstance, site: SiteOrigin): void {
  const fixed: Record<string, string> = {
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': OFF.split(' ')
      .map((name) => `${name}=()`)
      .join(', '),
  }
  server.addHook('onRequest', (_request, reply, done) => {
    reply.headers(fixed)
    if (site.secure) reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains')
    done()
  })
}
