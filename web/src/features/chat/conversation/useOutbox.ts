import { useEffect, useMemo } from 'react'
import { CallFailed } from '@tickmark/client/callFailed.ts'
import { newKey } from '@tickmark/client/idempotencyKey.ts'
import { call } from '../../../api/api.ts'
import { serverNow } from '@tickmark/client/serverClock.ts'
import { useConnected } from '../../../live/marketFeed.ts'
import { t } from '../../../i18n/i18n.ts'
import { keepInTab, keptInTab } from '@tickmark/client/storage.ts'
import { useStore } from '@tickmark/client/observable.ts'
import { createOutbox, mayArriveLater, type PendingMessage, type Outbox } from '../composer/outbox.ts'
import { addSent } from './useThread.ts'

const outboxes = new Map<string, Outbox>()

/** The user's pending messages. Sending resumes when the connection is back. */
export function useOutbox(address: string): { outbox: Outbox; attempts: readonly PendingMessage[] } {
  const outbox = useMemo(() => outboxOf(address), [address])
  const attempts = useStore(outbox.all)
  const connected = useConnected()
  useEffect(() => {
    if (connected) outbox.wake()
  }, [connected, outbox])
  return { outbox, attempts }
}

/** One outbox for each user: pending messages outlive the screen that sent them. */
function outboxOf(address: string): Outbox {
  const place = `tickmark.chat.outbox.${address}`
  const known = outboxes.get(address)
  if (known) return known
  const made = createOutbox({
    newKey,
    nowMs: serverNow,
    keep: (attempts) => keepInTab(place, attempts),
    kept: () => keptInTab(place),
    send,
    onSent({ threadId }, message) {
      addSent(threadId, message)
    },
    explain,
  })
  outboxes.set(address, made)
  return made
}

async function send({ threadId, key, text, files }: PendingMessage) {
  const words = { threadId, key, text, files: files.map((one) => one.id).join(',') }
  const { message } = await call('sendChat', words, { quiet: true }).catch(async (failure: unknown) => {
    if (!(failure instanceof CallFailed) || failure.code !== 'network') throw failure
    // The answer may have been lost: the same key means the same message.
    await new Promise((next) => setTimeout(next, 700))
    return call('sendChat', words, { quiet: true })
  })
  return message
}

/** The failure in words, and whether the same message may be sent again. */
function explain(failure: unknown): { problem: string; isOpen: boolean } {
  const problem = failure instanceof Error ? failure.message : t('shell:networkFailure')
  return { problem, isOpen: mayArriveLater(failure) }
}
