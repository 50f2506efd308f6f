import type { ChatMessage } from '@tickmark/wire/schemas/support'
import { chatFile } from '@tickmark/wire/schemas/support'
import * as z from 'zod/mini'
import { createStore, type Store } from '../../../state/observable.ts'

const attempt = z.object({
  threadId: z.string(),
  /** Makes sending it twice the same as sending it once. */
  key: z.string(),
  text: z.string(),
  files: z.array(chatFile),
  /** Ms since 1970. */
  atMs: z.int(),
})

export interface PendingMessage extends z.output<typeof attempt> {
  state: 'sending' | 'failed' | 'sent'
  /** Why it failed, ready to show. */
  problem: string
  /** Whether it may have arrived all the same, or may arrive another time. */
  isOpen: boolean
}

export type NewMessage = Pick<PendingMessage, 'threadId' | 'text' | 'files'>

export interface OutboxDeps {
  newKey(): string
  nowMs(): number
  /** Where attempts outlive a reload. */
  keep(attempts: object | null): void
  kept(): unknown
  send(attempt: PendingMessage): Promise<ChatMessage>
  onSent(attempt: PendingMessage, message: ChatMessage): void
  /** What a failure says, and whether after it the attempt may have arrived or may arrive another time. */
  explain(failure: unknown): { problem: string; isOpen: boolean }
}

export interface Outbox {
  all: Store<readonly PendingMessage[]>
  say(words: NewMessage): void
  /** Tries one again, and what waits behind it. */
  again(key: string): void
  /** Gives up one that did not arrive, so that its words can be changed. */
  takeBack(key: string): PendingMessage | null
  /** The connection is back, or the page: what may have arrived is asked for again. */
  wake(): void
}

/** What is on its way to support, one after the other in the order it was said; kept until its fate is known. */
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
      // What stands behind it would overtake it.
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
      // One that failed goes first.
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

/** The first that waits. One that was refused for good holds nobody up. */
function nextOf(attempts: readonly PendingMessage[]): PendingMessage | undefined {
  return attempts.find((one) => one.state === 'sending')
}

/** What an earlier page left: its fate is unknown, and `wake` learns it. */
function readKept(value: unknown): PendingMessage[] {
  const parsed = z.safeParse(z.array(attempt), value)
  if (!parsed.success) return []
  return parsed.data.map((one) => ({ ...one, state: 'failed', problem: '', isOpen: true }))
}
