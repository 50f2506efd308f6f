import { CallFailed, isOutcomeUnknown } from '@tickmark/client/callFailed.ts'
import type { ChatMessage } from '@tickmark/wire/schemas/support'
import { chatFile } from '@tickmark/wire/schemas/support'
import * as z from 'zod/mini'
import { createStore, type Store } from '@tickmark/client/observable.ts'

const attempt = z.object({
  threadId: z.string(),
  /** Idempotency key: sending the message twice stores it once. */
  key: z.string(),
  text: z.string(),
  files: z.array(chatFile),
  /** Ms since 1970. */
  atMs: z.int(),
})

export interface PendingMessage extends z.output<typeof attempt> {
  state: 'sending' | 'failed' | 'sent'
  /** Why it failed, as a text to show. */
  problem: string
  /** Whether the message may have arrived, or may still be sent. */
  isOpen: boolean
}

export type NewMessage = Pick<PendingMessage, 'threadId' | 'text' | 'files'>

export interface OutboxDeps {
  newKey(): string
  nowMs(): number
  /** Storage for messages, so that they survive a reload. */
  keep(attempts: object | null): void
  kept(): unknown
  send(attempt: PendingMessage): Promise<ChatMessage>
  onSent(attempt: PendingMessage, message: ChatMessage): void
  /** The text of a failure, and whether the message may have arrived or may still be sent after it. */
  explain(failure: unknown): { problem: string; isOpen: boolean }
}

export interface Outbox {
  all: Store<readonly PendingMessage[]>
  say(words: NewMessage): void
  /** Sends a message again, and those behind it. */
  again(key: string): void
  /** Withdraws an undelivered message, so that its text can be edited. */
  takeBack(key: string): PendingMessage | null
  /** Called when the connection or the page is back: sends again what may have arrived. */
  wake(): void
}

/** Messages on their way to support, sent one by one in order; each is kept until its outcome is known. */
export function createOutbox(world: OutboxDeps): Outbox {
  const all = createStore<readonly PendingMessage[]>(readKept(world.kept()))
  let isBusy = false

  function set(next: readonly PendingMessage[]): void {
    all.set(next)
    const left = next.filter((one) => one.state !== 'sent')
    world.keep(left.length > 0 ? left : null)
  }

  function change(fits: (one: PendingMessage) => boolean, to: Partial<PendingMessage>): void {
    set(all.get().map((one) => (fits(one) ? { ...one, ...to } : one)))
  }

  async function pump(): Promise<void> {
    if (isBusy) return
    isBusy = true
    for (let next = nextOf(all.get()); next; next = nextOf(all.get())) await sendOne(next)
    isBusy = false
  }

  async function sendOne(one: PendingMessage): Promise<void> {
    try {
      const message = await world.send(one)
      world.onSent(one, message)
      change(({ key }) => key === one.key, { state: 'sent' })
    } catch (failure) {
      // The messages behind it must not overtake it.
      const isBehind = ({ threadId, state }: PendingMessage) =>
        threadId === one.threadId && state === 'sending'
      change(isBehind, { state: 'failed', isOpen: true, problem: '' })
      change(({ key }) => key === one.key, world.explain(failure))
    }
  }

  return {
    all,
    say(words) {
      const made: PendingMessage = {
        ...words,
        key: world.newKey(),
        atMs: world.nowMs(),
        state: 'sending',
        problem: '',
        isOpen: true,
      }
      set([...all.get().filter((one) => one.state !== 'sent'), made])
      // Failed messages are sent first.
      change((one) => one.threadId === words.threadId && one.state === 'failed' && one.isOpen, SENDING)
      void pump()
    },
    again(key) {
      const threadId = all.get().find((one) => one.key === key)?.threadId
      const isOpen = (one: PendingMessage) => one.threadId === threadId && (one.isOpen || one.key === key)
      change((one) => one.state === 'failed' && isOpen(one), SENDING)
      void pump()
    },
    takeBack(key) {
      const one = all.get().find((each) => each.key === key && each.state === 'failed') ?? null
      if (one) set(all.get().filter((each) => each !== one))
      return one
    },
    wake() {
      change((one) => one.state === 'failed' && one.isOpen, SENDING)
      void pump()
    },
  }
}

const SENDING = { state: 'sending', problem: '' } as const

/** The next message to send. A message that was refused for good blocks none. */
function nextOf(attempts: readonly PendingMessage[]): PendingMessage | undefined {
  return attempts.find((one) => one.state === 'sending')
}

/** Messages of an earlier page: their outcome is unknown until `wake` sends them again. */
function readKept(value: unknown): PendingMessage[] {
  const parsed = z.safeParse(z.array(attempt), value)
  if (!parsed.success) return []
  return parsed.data.map((one) => ({ ...one, state: 'failed', problem: '', isOpen: true }))
}

/** Temporary failures are not final: no answer, rate-limited, signed out, or the server is busy. */
export function mayArriveLater(failure: unknown): boolean {
  if (isOutcomeUnknown(failure)) return true
  return failure instanceof CallFailed && [401, 403, 429].includes(failure.status)
}
