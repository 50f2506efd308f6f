import type { RouteTable } from '@tickmark/wire/call'
import { CONFIG_PATH } from '@tickmark/wire/config'
import { DEFAULT_LANGUAGE } from '@tickmark/texts/languages'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { IsProxy } from './calls/clientAddress.ts'
import { type Health, serveHealth } from './health.ts'
import { separateConsole } from './hosts.ts'
import { serveDocs } from './pages/docs.ts'
import { consoleServer, fileServer, isOfConsole, serveRobots } from './pages/files.ts'
import type { OutlineSource } from './pages/outlines.ts'
import { addHeaders } from './pages/headers.ts'
import { type Fields, languageOf, parseBodies } from './calls/input.ts'
import { type ApiContext, refuse } from './calls/mount.ts'
import { Refused } from './calls/refused.ts'
import { answerUnreadable } from './calls/unreadable.ts'

export interface ServerParts extends OutlineSource {
  api: ApiContext
  /** The whole route table, for the documentation and to tell a wrong method from a wrong address. */
  routes: RouteTable
  health: Health
  webDir: string
  consoleDir: string
  isProxy: IsProxy
}

/** The HTTP server without the calls, which `mount` adds. Sets limits on time and size; Fastify has none by default. */
export function buildServer(parts: ServerParts): FastifyInstance {
  const { api } = parts
  const server = Fastify({
    logger: false,
    bodyLimit: 64 * 1024,
    requestTimeout: 15_000,
    keepAliveTimeout: 10_000,
    connectionTimeout: 20_000,
    maxRequestsPerSocket: 1_000,
    forceCloseConnections: 'idle',
    trustProxy: parts.isProxy,
    http: { headersTimeout: 10_000 },
    clientErrorHandler: answerUnreadable,
    // An address that cannot be decoded, such as `/%`.
    frameworkErrors: (_error, _request, reply) =>
      refuse(api, reply, new Refused('not_found'), { language: DEFAULT_LANGUAGE, sealed: false }),
  })
  server.server.maxConnections = 20_000
  addHeaders(server, api.site)
  separateConsole(server, api)
  parseBodies(server)
  server.setErrorHandler((error, request, reply) => {
    const { isPicture = false } = request.routeOptions.config as { isPicture?: boolean }
    const language = isPicture ? languageOf(request.query as Fields) : DEFAULT_LANGUAGE
    refuse(api, reply, knownError(error, isPicture), { language, sealed: false })
  })
  server.get(CONFIG_PATH, (_request, reply) =>
    reply.header('cache-control', 'no-cache').send(parts.publicConfig()),
  )
  serveHealth(server, parts.health)
  serveRobots(server, parts.webDir)
  serveDocs(server, parts.routes, api.site)
  server.setNotFoundHandler(notFound(parts))
  return server
}

/** Turns Fastify's failure to read a request into one of our refusals. */
function knownError(error: unknown, isPicture: boolean): unknown {
  const status = (error as { statusCode?: unknown }).statusCode
  if (error instanceof Refused || typeof status !== 'number' || status >= 500) return error
  if (isPicture) return new Refused(status === 413 ? 'picture_too_large' : 'picture_invalid')
  return new Refused(status === 413 ? 'too_large' : 'bad_request')
}

/** Outside the API: a file or the page. Inside: a refusal in the shape of every answer. */
function notFound(parts: ServerParts) {
  const { site, consoleSite } = parts.api
  const serveConsole = consoleServer(parts.consoleDir, consoleSite)
  const servePage = fileServer(parts.webDir, site, parts)
  const methods = Map.groupBy(Object.values(parts.routes), (route) => route.path as string)
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split('?', 1)[0] ?? ''
    const isCall = path.startsWith('/api/')
    if (!isCall && (await (isOfConsole(path) ? serveConsole : servePage)(request, reply))) return reply
    const others = methods.get(path)?.map((route) => route.method)
    if (others) reply.header('allow', others.join(', '))
    const refused = new Refused(others ? 'method_not_allowed' : 'not_found')
    refuse(parts.api, reply, refused, { language: DEFAULT_LANGUAGE, sealed: false })
    return reply
  }
}
