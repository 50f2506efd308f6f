import { pendingOther } from '@tickmark/client/moneyCall.ts'
import { toast } from '@tickmark/ui/layer/toast.ts'
import { useState } from 'react'
import type { Given } from '../../../api/api.ts'
import { keptCalls, useMoneyCall } from '../../../api/moneyCall.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'

const TEXTS = {
  cash_out: { earlier: 'send.earlier', over: 'send.earlierOver' },
  currencyExchange: { earlier: 'swap.earlier', over: 'swap.earlierOver' },
} as const

/** A withdrawal or swap, made only once however often the button is pressed. Shows the server's message. */
export function useTransferCall<N extends keyof typeof TEXTS>(name: N) {
  const { t } = useTranslation('transfer')
  const { busy, send, settle } = useMoneyCall(name)
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
    const made = await send(...given)
    show(made)
    return made.kind
  }

  /** Settles only the earlier call; the one on screen waits for another press. */
  async function finishEarlier(): Promise<void> {
    const settled = await settle()
    show(settled)
    if (settled.kind === 'nothing') toast(t(TEXTS[name].over))
    setEarlier(null)
  }

  function show(made: Awaited<ReturnType<typeof send>>): void {
    if (made.kind === 'failed') toast(made.failure.message, { tone: 'wrong' })
    if (made.kind !== 'done') return
    const { message } = made.answer
    toast(made.isEarlier ? `${message} ${t(TEXTS[name].earlier)}` : message, { tone: 'good' })
  }

  return { busy, asksFirst, make, earlier, finishEarlier, leaveEarlier: () => setEarlier(null) }
}
