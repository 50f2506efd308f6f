import { SOCKET_PATH } from '@tickmark/wire/live/socket'
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Clock } from '../../platform/clock.ts'
import { type Log, messageOf } from '../../platform/log.ts'
import { addressOf, type IsProxy } from '../calls/clientAddress.ts'
import type { Session } from '../calls/context.ts'
import type { SocketWriter } from './broadcast.ts'
import { networkOf, readCookie, SESSION_COOKIE } from '../calls/cookies.ts'
import type { LiveHub } from './hub.ts'
import type { Sessions } from '../calls/mount.ts'
import type { SiteOrigin } from '../calls/site.ts'

/** Limits on live sockets. */
export interface SocketLimits {
  perIp: number
  /**
   * Beyond it the oldest is closed: a page that lost its connection returns before the old socket is known to be dead.
   */
  perSession: number
}

export interface SocketParts {
  site: SiteOrigin
  sessions: Sessions
  hub: LiveHub
  clock: Clock
  log: Log
  limits: SocketLimits
  isProxy: IsProxy
}

/** Accepts WebSocket requests at /wss and hands them to the hub. */
export function acceptSockets(server: Server, parts: SocketParts): void {
  const acceptor = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: 4 * 1024,
    // Both directions without context takeover, so that one compressed frame fits every reader; see frames.ts.
    perMessageDeflate: { serverNoContextTakeover: true, clientNoContextTakeover: true },
    // The token travels as a subprotocol, because a browser can set no header here. The server does not send it back.
    handleProtocols: (protocols) => (protocols.has('bearer') ? 'bearer' : false),
  })
  const perIp = new Map<string, number>()
  const perSession = new Map<string, Set<WebSocket>>()
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy())
    const network = networkOf({ ip: addressOf(request, parts.isProxy) })
    const fault = faultOf(request, parts.site, perIp.get(network) ?? 0, parts.limits.perIp)
    if (fault !== null) return turnAway(socket, fault)
    declineSmallWindows(request)
    perIp.set(network, (perIp.get(network) ?? 0) + 1)
    socket.once('close', () => lessen(perIp, network))
    findSession(request, parts)
      .then((found) => {
        acceptor.handleUpgrade(request, socket, head, (opened) => {
          admit(opened, socket, found, parts)
          const { session } = found
          if (session) keepNewest(perSession, session, opened, parts.limits.perSession)
        })
      })
      .catch((thrown: unknown) => {
        parts.log.warn('a socket could not be opened', { reason: messageOf(thrown) })
        turnAway(socket, 503)
      })
  })
}

function faultOf(request: IncomingMessage, site: SiteOrigin, others: number, most: number): number | null {
  const path = (request.url ?? '').split('?', 1)[0]
  if (path !== SOCKET_PATH) return 404
  const { origin } = request.headers
  if (origin !== undefined && !site.origins.includes(origin)) return 403
  return others >= most ? 429 : null
}

const REASONS: Readonly<Record<number, string>> = {
  403: 'Forbidden',
  404: 'Not Found',
  429: 'Too Many Requests',
  503: 'Service Unavailable',
}

/** Ends the connection once the answer is sent: a socket that was upgraded stays half open, for as long as its client likes. */
function turnAway(socket: Duplex, status: number): void {
  socket.once('finish', () => socket.destroy())
  socket.end(`HTTP/1.1 ${status} ${REASONS[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}

/** A client that can inflate only small windows gets no compression: the shared frames use the full window. */
function declineSmallWindows(request: IncomingMessage): void {
  if (request.headers['sec-websocket-extensions']?.includes('server_max_window_bits')) {
    delete request.headers['sec-websocket-extensions']
  }
}

interface Found {
  session: Session | null
  /** The request named a session that has ended. */
  ended: boolean
}

/** The session of a request. A cookie counts only with one of our origins: browsers always send the origin. */
async function findSession(request: IncomingMessage, { site, sessions, clock }: SocketParts): Promise<Found> {
  const { cookie, origin, 'sec-websocket-protocol': protocols } = request.headers
  const [name, bearer] = (protocols ?? '').split(',').map((one) => one.trim())
  const byName = name === 'bearer' && bearer
  const token = byName ? bearer : origin === undefined ? null : readCookie(cookie, site, SESSION_COOKIE)
  if (token === null) return { session: null, ended: false }
  const session = await sessions.find(token, byName ? 'bearer' : 'cookie', clock.nowMs())
  return { session, ended: session === null }
}

function admit(opened: WebSocket, socket: Duplex, found: Found, { hub }: SocketParts): void {
  const close = (code: number) => {
    opened.close(code)
    setTimeout(() => opened.terminate(), 2_000).unref()
  }
  const drop = () => close(1013)
  const deflates = opened.extensions.includes('permessage-deflate')
  const { message, gone } = hub.add({ socket: lineOf(opened, socket), deflates, ...found, close, drop })
  opened.on('message', (data, isBinary) => {
    if (isBinary) close(1003)
    else message((data as Buffer).toString('utf8'))
  })
  opened.on('error', () => opened.terminate())
  opened.on('close', gone)
}

/** The stream under a socket, until either side sends a close frame: frames after it violate RFC 6455, 5.5.1. */
function lineOf(opened: WebSocket, socket: Duplex): SocketWriter {
  return {
    get writable() {
      return opened.readyState === opened.OPEN && socket.writable
    },
    get writableLength() {
      return socket.writableLength
    },
    write: (bytes) => socket.write(bytes),
  }
}

function keepNewest(
  sockets: Map<string, Set<WebSocket>>,
  session: Session,
  opened: WebSocket,
  most: number,
): void {
  const own = sockets.get(session.id) ?? new Set()
  sockets.set(session.id, own.add(opened))
  opened.on('close', () => {
    own.delete(opened)
    if (own.size === 0) sockets.delete(session.id)
  })
  for (const oldest of [...own].slice(0, Math.max(0, own.size - most))) oldest.close(1008)
}

function lessen(counts: Map<string, number>, key: string): void {
  const left = (counts.get(key) ?? 1) - 1
  if (left > 0) counts.set(key, left)
  else counts.delete(key)
}
