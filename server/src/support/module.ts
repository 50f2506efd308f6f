import { operatorSupportRoutes } from '@tickmark/wire/routes/operators/support'
import { supportRoutes } from '@tickmark/wire/routes/support'
import { routesOf } from '../http/calls/mount.ts'
import type { MessageWriters, Module } from '../module/module.ts'
import type { Runtime } from '../module/runtime.ts'
import type { SubjectReader } from '../module/subjects.ts'
import type { SupportDeps, Typing } from './ports.ts'
import { supportConsolePart } from './consolePart.ts'
import { supportOperatorAnswers } from './operatorRoutes.ts'
import type {} from './events.ts'
import { supportAnswers } from './routes.ts'

interface SupportPorts extends Pick<SupportDeps, 'chatUrl' | 'isStaffed' | 'officeHours'> {
  /** What a conversation can be about; a kind of subject without a reader is always unknown. */
  subjects: readonly SubjectReader[]
}

const supportMessages: MessageWriters = {
  support_replied: (told) => [{ ...told, kind: 'support_replied', facts: {} }],
}

/** Conversations with support, also about orders and transfers of the products. */
export function openSupport(runtime: Runtime, { subjects, ...ports }: SupportPorts): Module {
  const { keys, events, live } = runtime
  const { db } = runtime.database
  const deps: SupportDeps = {
    ...ports,
    db,
    key: keys.pepper,
    typing: typingUsers(),
    events,
    live,
    async describe(userId, subject, id) {
      const reader = subjects.find(({ kind }) => kind === subject)
      return reader ? reader.describe(db, userId, id) : null
    },
  }
  events.afterCommit('chat_changed', ({ userId, ...change }) =>
    live.publish(userId, { event: 'chat_changed', ...change }),
  )
  return {
    name: 'support',
    routes: [routesOf(supportRoutes, supportAnswers(deps))],
    operatorRoutes: [routesOf(operatorSupportRoutes, supportOperatorAnswers(deps))],
    consolePart: supportConsolePart,
    messages: supportMessages,
  }
}

/** How long a user counts as typing after the page reported it. */
const TYPING_MS = 6_000

/** Which users are typing. Kept in memory only: it is worthless after a restart. */
export function typingUsers(): Typing {
  /** By conversation, oldest entry first. */
  const since = new Map<string, number>()
  return {
    note(threadId, nowMs) {
      since.delete(threadId)
      since.set(threadId, nowMs)
      for (const [id, atMs] of since) {
        if (nowMs - atMs < TYPING_MS) break
        since.delete(id)
      }
    },
    stop: (threadId) => void since.delete(threadId),
    isTyping: (threadId, nowMs) => nowMs - (since.get(threadId) ?? -TYPING_MS) < TYPING_MS,
  }
}
