import { DEFAULT_LANGUAGE } from '@tickmark/texts/languages'
import type { FastifyInstance } from 'fastify'
import { isDeskPath } from './calls/deskCaller.ts'
import { type ApiContext, refuse } from './calls/mount.ts'
import { Refused } from './calls/refused.ts'
import { isOfConsole } from './pages/files.ts'

/** What both the page and the console load: look, icons, configuration, published pictures; and what monitors ask for. */
const SHARED = /^\/(look\.js|icons\/.*|coins\/.*|media\/.*|config\.json|robots\.txt|healthz|livez|readyz)$/

/**
 * Keeps the console apart where it has a host of its own: that host serves the console and operators' calls alone, and
 * no other host does. So a script that gets into the page is of another origin than the console, and reads nothing there.
 */
export function separateConsole(server: FastifyInstance, api: ApiContext): void {
  if (api.deskSite === api.site) return
  const { host } = new URL(api.deskSite.publicUrl)
  server.addHook('onRequest', async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? ''
    const isAtDesk = request.host === host
    if (SHARED.test(path)) return
    if (isAtDesk && path === '/') return reply.redirect('/console/')
    if (isAtDesk === (isOfConsole(path) || isDeskPath(path))) return
    refuse(api, reply, new Refused('not_found'), { language: DEFAULT_LANGUAGE, sealed: false })
    return reply
  })
}
