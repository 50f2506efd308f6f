import { randomUUID } from 'node:crypto'
import type { ReplyOf } from '@tickmark/wire/call'
import { operatorSupportRoutes } from '@tickmark/wire/routes/operators/support'
import { supportRoutes } from '@tickmark/wire/routes/support'
import { frame, type UserEvent } from '@tickmark/wire/live/socket'
import { WebSocket } from 'ws'
import * as z from 'zod/mini'
import { type Caller, type Reply, type TestServer } from '../app/app.testing.ts'

const ROUTES = { ...supportRoutes, ...operatorSupportRoutes }
type Name = keyof typeof ROUTES

/** Makes a support call and returns the reply, also a refusal. */
export function ask(who: Caller, name: Name, fields: Record<string, string> = {}): Promise<Reply> {
  const { method, path } = ROUTES[name]
  return method === 'GET' ? who.get(path, { query: fields }) : who.post(path, { json: fields })
}

/** Makes a support call that must succeed. */
export async function call<N extends Name>(
  who: Caller,
  name: N,
  fields: Record<string, string> = {},
): Promise<ReplyOf<(typeof ROUTES)[N]>> {
  const reply = await ask(who, name, fields)
  if (reply.status !== 200) throw new Error(`${name}: ${reply.text}`)
  return reply.body.data as ReplyOf<(typeof ROUTES)[N]>
}

/** Opens a general conversation; returns its id. */
export async function openedBy(user: Caller): Promise<string> {
  return (await call(user, 'openThread')).thread.id
}

/** The user writes a message; returns it. */
export async function say(user: Caller, threadId: string, text: string, key: string = randomUUID()) {
  return (await call(user, 'sendChat', { threadId, key, text })).message
}

/** An operator replies; returns the message. */
export async function reply(operator: Caller, threadId: string, text: string, key: string = randomUUID()) {
  return (await call(operator, 'consoleReply', { threadId, key, text })).message
}

/** The latest messages, as the user gets them. */
export async function latest(user: Caller, threadId: string) {
  return (await call(user, 'getThread', { threadId })).list
}

/** The latest messages, as an operator gets them. */
export async function seen(operator: Caller, threadId: string) {
  return (await call(operator, 'consoleThread', { threadId })).list
}

/** Number of operator actions logged about a conversation. */
export async function countActions(server: TestServer, threadId: string, action: string): Promise<number> {
  const { db } = server.database.database
  const rows = await db
    .selectFrom('operator_action')
    .select('id')
    .where('subject', '=', `thread ${threadId}`)
    .where('action', '=', action)
    .execute()
  return rows.length
}

/** A caller's open page, with the chat changes it was sent, and the kinds of all events it was sent. */
export interface OpenPage {
  heard: UserEvent['event'][]
  told: Extract<UserEvent, { event: 'chat_changed' }>['what'][]
  leave(): Promise<void>
}

export async function openPage(url: string, who: Caller): Promise<OpenPage> {
  const cookie = [...who.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const socket = new WebSocket(`${url.replace('http', 'ws')}/wss`, { headers: { origin: url, cookie } })
  const heard: OpenPage['heard'] = []
  const told: OpenPage['told'] = []
  socket.on('message', (data: Buffer) => {
    const parsed = z.parse(frame, JSON.parse(data.toString()))
    if (parsed.type !== 9) return
    heard.push(parsed.data.event)
    if (parsed.data.event === 'chat_changed') told.push(parsed.data.what)
  })
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  return {
    heard,
    told,
    leave: () =>
      new Promise((resolve) => {
        socket.once('close', () => resolve())
        socket.close()
      }),
  }
}
