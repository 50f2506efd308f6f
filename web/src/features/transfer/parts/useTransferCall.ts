import { pendingOther } from '@tickmark/client/moneyCall.ts'
import { toast } from '@tickmark/ui/layer/toast.ts'
import { useState } from 'react'
import type { Given, Reply } from '../../../api/api.ts'
import { keptCalls, useMoneyCall } from '../../../api/moneyCall.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'

const TEXTS = {
  cash_out: { earlier: 'send.earlier', over: 'send.earlierOver' },
  currencyExchange: { earlier: 'swap.earlier', over: 'swap.earlierOver' },
} as const

/** Checks the answer to a sent call; returns the text of a problem with it, or null. */
type Check<N extends keyof typeof TEXTS> = (sent: Given<N>, answer: Reply<N>) => Promise<string | null>

/**
 * A withdrawal or swap, made only once however often the button is pressed. Shows the server's message, or the problem that `check`
 * finds with its answer.
 */
export function useTransferCall<N extends keyof typeof TEXTS>(name: N, check?: Check<N>) {
  const { t } = useTranslation('transfer')
  const { busy, send } = useMoneyCall(name)
  const [checking, setChecking] = useState(false)
  /** A different earlier call without an answer: the user is asked before it is sent again. */
  const [earlier, setEarlier] = useState<Given<N> | null>(null)

  /** Whether the user has to be asked about an earlier call first. */
  function asksFirst(isSame: (earlier: Given<N>) => boolean): boolean {
    const other = pendingOther(keptCalls(name), isSame)
    setEarlier(other)
    return other !== null
  }

  /**
   * `done` when the call was carried out, now or by an earlier try whose answer was lost; `nothing` when nothing was
   * sent, or a refused call had no replacement.
   */
  async function make(...given: Parameters<typeof send>): Promise<'done' | 'failed' | 'nothing'> {
    return (await sendAndShow(...given)).kind
  }

  /** Settles only the earlier call; the one on screen waits for another press. */
  async function finishEarlier(): Promise<void> {
    const settled = await sendAndShow(() => null)
    if (settled.kind === 'nothing') toast(t(TEXTS[name].over))
    setEarlier(null)
  }

  async function sendAndShow(...[bodyNow, renew]: Parameters<typeof send>) {
    let own: Given<N> | null = null
    const made = await send(async (key) => (own = await bodyNow(key)), renew)
    const sent = made.kind === 'done' && made.earlier ? made.earlier : own
    setChecking(true)
    await show(made, sent).finally(() => setChecking(false))
    return made
  }

  async function show(made: Awaited<ReturnType<typeof send>>, sent: Given<N> | null): Promise<void> {
    if (made.kind === 'failed') toast(made.failure.message, { tone: 'wrong' })
    if (made.kind !== 'done') return
    const problem = check && sent ? await check(sent, made.answer) : null
    const { message } = made.answer
    const done = made.earlier ? `${message} ${t(TEXTS[name].earlier)}` : message
    toast(problem ?? done, { tone: problem === null ? 'good' : 'wrong' })
  }

  return {
    busy: busy || checking,
    asksFirst,
    make,
    earlier,
    finishEarlier,
    leaveEarlier: () => setEarlier(null),
  }
}
