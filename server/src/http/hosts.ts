import { DEFAULT_LANGUAGE } from '@tickmark/texts/languages'
import type { FastifyInstance } from 'fastify'
import { isOperatorPath } from './calls/operatorSession.ts'
import { type ApiContext, refuse } from './calls/mount.ts'
import { Refused } from './calls/refused.ts'
import { isOfConsole } from './pages/files.ts'

/**
 * Files that both the page and the console load (look, icons, configuration, published pictures), and the requests of monitors.
 */
const SHARED = /^\/(look\.js|icons\/.*|coins\/.*|media\/.*|config\.json|robots\.txt|healthz|livez|readyz)$/

/**
 * Separates the console if it has its own host: only that host serves the console and operators' calls, and besides the shared
 * files it serves nothing else. A script injected into the page thus has another origin than the console, and can read nothing
 * there.
 */
export function separateConsole(server: FastifyInstance, api: ApiContext): void {
  if (api.consoleSite === api.site) return
  const { host } = new URL(api.consoleSite.publicUrl)
  server.addHook('onRequest', async (request, reply) => {
    // The decoded address for calls, because `/api/%64esk/session` reaches one too. Files are found by the address as it was sent.
    const path = request.routeOptions.url ?? request.url.split('?', 1)[0] ?? ''
    const isConsoleHost = request.host === host
    if (SHARED.test(path)) return
    if (isConsoleHost && path === '/') return reply.redirect('/console/')
    if (isConsoleHost === (isOfConsole(path) || isOperatorPath(path))) return
    refuse(api, reply, new Refused('not_found'), { language: DEFAULT_LANGUAGE, sealed: false })
    return reply
  })
}
