import {
  EVENT_FRAME,
  frame,
  RECONNECT_MS,
  RENEW_MS,
  SOCKET_PATH,
  type Frame,
} from '@tickmark/wire/live/socket'
import { readJson } from '@tickmark/core/json'
import { decodeFrame } from '@tickmark/wire/legacy/codec'
import { subscriptionText } from '@tickmark/wire/legacy/subscriptionText'
import * as z from 'zod/mini'
import { learnServerClock } from '@tickmark/client/serverClock.ts'
import { followSession, sessionNow } from '../session/session.ts'
import { createStore } from '@tickmark/client/observable.ts'
import type { Wanted } from './feeds.ts'

declare global {
  interface Window {
    firstSocket?: WebSocket
  }
}

/** Whether the socket is open. */
export const connected = createStore(false)

interface Reader {
  onFrame(frame: Frame): void
  /** Frames may have been missed: events since the last one are unknown. */
  onGap(): void
}

let socket: WebSocket | null = null
let renewal: ReturnType<typeof setInterval> | undefined
let wanted: () => Iterable<Wanted> = () => []
let reader: Reader = { onFrame() {}, onGap() {} }
let eventSeq: number | null = null
let opened = 0

/**
 * Opens the page's only socket and keeps it open. Renews every subscription every 3 s, and reconnects 3 s after a
 * close.
 */
export function startSocket(subscriptions: () => Iterable<Wanted>, to: Reader): void {
  wanted = subscriptions
  reader = to
  connect()
  let known = sessionNow().server
  followSession(() => {
    const before = known
    known = sessionNow().server
    // The server identifies the user by the cookie when the socket opens, so a new user needs a new socket. The first
    // socket belongs to the user whom the page had when it opened.
    if (before !== undefined && before?.address !== known?.address) reconnect()
  })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') wake()
  })
  addEventListener('online', wake)
}

/** Sends one new subscription at once. The server accepts two messages a second, so the others are sent in turn. */
export function subscribe(one: Wanted): void {
  if (socket?.readyState === WebSocket.OPEN) socket.send(subscriptionText(one, sessionNow().address))
}

function renew(): void {
  for (const one of wanted()) subscribe(one)
}

function connect(): void {
  clearInterval(renewal)
  const mine = takeFirst() ?? new WebSocket(location.origin.replace('http', 'ws') + SOCKET_PATH)
  socket = mine
  mine.onopen = () => {
    if (mine !== socket) return
    connected.set(true)
    eventSeq = null
    renew()
    renewal = setInterval(renew, RENEW_MS)
    if (opened++ > 0) reader.onGap()
  }
  mine.onmessage = (message) => {
    if (mine === socket) read(String(message.data))
  }
  mine.onclose = () => {
    if (mine !== socket) return
    clearInterval(renewal)
    connected.set(false)
    setTimeout(() => mine === socket && connect(), RECONNECT_MS)
  }
  if (mine.readyState === WebSocket.OPEN) mine.onopen(new Event('open'))
}

/** The socket that `public/look.js` opened with the document, once, unless it has failed. */
function takeFirst(): WebSocket | null {
  const first = window.firstSocket
  delete window.firstSocket
  return first && first.readyState <= WebSocket.OPEN ? first : null
}

/** Opens a new socket at once and closes the old one. */
function reconnect(): void {
  const old = socket
  connect()
  old?.close()
}

function wake(): void {
  const state = socket?.readyState
  if (state === WebSocket.OPEN) renew()
  else if (state !== WebSocket.CONNECTING) reconnect()
}

/** The frame in a message; null for anything else. */
export function frameIn(text: string): Frame | null {
  const parsed = z.safeParse(frame, decodeFrame(readJson(text)))
  return parsed.success ? parsed.data : null
}

function read(text: string): void {
  const read = frameIn(text)
  if (!read) return
  learnServerClock(read.now)
  if (read.type === EVENT_FRAME) {
    const missed = eventSeq !== null && read.seq !== eventSeq + 1
    eventSeq = read.seq
    if (missed) reader.onGap()
  }
  reader.onFrame(read)
}
