import { randomUUID } from 'node:crypto'
import type { ReplyOf } from '@tickmark/wire/call'
import { deskSupportRoutes } from '@tickmark/wire/routes/desk/support'
import { supportRoutes } from '@tickmark/wire/routes/support'
import { frame, type UserEvent } from '@tickmark/wire/socket'
import { WebSocket } from 'ws'
import * as z from 'zod/mini'
import type { Caller, Reply } from '../app.testing.ts'

const ROUTES = { ...supportRoutes, ...deskSupportRoutes }
type Name = keyof typeof ROUTES

/** Makes a call of support and replies with what came back, a refusal among it. */
export function ask(who: Caller, name: Name, fields: Record<string, string> = {}): Promise<Reply> {
  const { method, path } = ROUTES[name]
  return method === 'GET' ? who.get(path, { query: fields }) : who.post(path, { json: fields })
}

/** Makes a call of support that must go well. */
export async function call<N extends Name>(
  who: Caller,
  name: N,
  fields: Record<string, string> = {},
): Promise<ReplyOf<(typeof ROUTES)[N]>> {
  const reply = await ask(who, name, fields)
  if (reply.status !== 200) throw new Error(`${name}: ${reply.text}`)
  return reply.body.data as ReplyOf<(typeof ROUTES)[N]>
}

/** Opens a general conversation; replies with its id. */
export async function openedBy(user: Caller): Promise<string> {
  return (await call(user, 'openThread')).thread.id
}

/** The user says something; replies with the message. */
export async function say(user: Caller, threadId: string, text: string, key: string = randomUUID()) {
  return (await call(user, 'sendChat', { threadId, key, text })).message
}

/** An operator replies; replies with the message. */
export async function reply(operator: Caller, threadId: string, text: string, key: string = randomUUID()) {
  return (await call(operator, 'deskReply', { threadId, key, text })).message
}

/** An open page of a caller's, with what it is told about chats. */
export interface OpenPage {
  told: Extract<UserEvent, { event: 'chat_changed' }>['what'][]
  leave(): Promise<void>
}

export async function openPage(url: string, who: Caller): Promise<OpenPage> {
  const cookie = [...who.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const socket = new WebSocket(`${url.replace('http', 'ws')}/wss`, { headers: { origin: url, cookie } })
  const told: OpenPage['told'] = []
  socket.on('message', (data: Buffer) => {
    const parsed = z.parse(frame, JSON.parse(data.toString()))
    if (parsed.type === 9 && parsed.data.event === 'chat_changed') told.push(parsed.data.what)
  })
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  return {
    told,
    leave: () =>
      new Promise((resolve) => {
        socket.once('close', () => resolve())
        socket.close()
      }),
  }
}
