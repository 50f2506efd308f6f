import type { Currency } from '@tickmark/core/money/currencies'
import { formatAmount, parseAmount } from '@tickmark/core/money/money'
import { useEffect, useState } from 'react'
import { CallFailed } from '@tickmark/client/callFailed.ts'
import { call, useCall, type Reply } from '../../../api/api.ts'
import { sessionNow } from '../../../session/session.ts'
import { keepInTab, keptInTab } from '@tickmark/client/storage.ts'
import {
  amountOf,
  draftOf,
  initial,
  largestAmount,
  problems,
  reduce,
  type SendChange,
  type SendForm,
} from './sendForm.ts'
import { useNetworks, type Network } from '../parts/useNetworks.ts'
import { useDebounced } from '@tickmark/client/useDebounced.ts'
import { dismissMistake } from '@tickmark/ui/layer/toast.ts'

/** Debounce: terms are not requested while the user types. */
const SETTLE_MS = 600
/** Terms are valid for minutes; refetched so that the fee on screen stays current. */
const RENEW_MS = 30_000

/** The withdrawal form with its network, balance and terms. */
export function useSendForm(currency: Currency) {
  const draftKey = `tickmark.send.${currency.id}`
  const [form, setForm] = useState(() => initial(draftOf(keptInTab(draftKey))))
  const [tried, setTried] = useState(false)
  const networks = useNetworks(currency, form.typeId, 'send')
  const network = networks.chosen
  const balance = useCall('getavailableMoneyAndHsByCurrency', { currencyName: currency.code })
  const available = balance.data ? parseAmount(balance.data.available) : null
  const decimals = network?.decimals ?? null
  const found = problems(form, { available, decimals })
  const terms = useTerms(form, network, found.length === 0)

  useEffect(() => keepInTab(draftKey, form), [draftKey, form])

  /** Changes the latest form: clipboard and fee answer asynchronously. */
  function change(one: SendChange) {
    dismissMistake()
    setForm((now) => reduce(now, one))
    setTried(false)
  }

  function reset() {
    setForm(({ typeId }) => ({ ...initial(), typeId }))
    setTried(false)
  }

  /**
   * Fills in the balance less the network's current fee, unless amount or network changed while the fee was requested.
   */
  async function max() {
    if (available === null || !network) return
    dismissMistake()
    const fee = await feeNow(form, network, formatAmount(available / 2n))
    const value = largestAmount(available, fee, network.decimals)
    setTried(false)
    setForm((now) =>
      now.amount === form.amount && now.typeId === form.typeId
        ? reduce(now, { field: 'amount', value })
        : now,
    )
  }

  /** The terms of exactly the typed withdrawal; null, with the server's message in a toast, when there are none. */
  async function termsNow(): Promise<Terms | null> {
    if (terms.data) return terms.data
    const [destination, amount] = [form.address, formatAmount(amountOf(form) ?? 0n)]
    const input = { typeId: network?.typeId ?? 0, destination, amount }
    return call('withdrawalIntent', input).catch(() => null)
  }

  return {
    form,
    change,
    reset,
    max,
    termsNow,
    networks,
    network,
    balance,
    available,
    terms,
    problems: found,
    /** Whether the user tried to review: from then on, empty fields are reported. */
    tried,
    setTried,
  }
}

export type Terms = Reply<'withdrawalIntent'>
export type SendFormState = ReturnType<typeof useSendForm>

/**
 * The terms, with the fee, that the owner would sign for the typed withdrawal; `data` never belongs to another amount
 * or address.
 */
function useTerms(form: SendForm, network: Network | null, isComplete: boolean) {
  const input = {
    typeId: network?.typeId ?? 0,
    destination: form.address,
    amount: formatAmount(amountOf(form) ?? 0n),
  }
  const typed = `${input.destination} ${input.amount}`
  const settled = useDebounced(typed, SETTLE_MS)
  const isSettled = isComplete && network !== null && settled === typed
  const asked = useCall('withdrawalIntent', input, { enabled: isSettled, refetchInterval: RENEW_MS })
  return {
    data: isSettled && !asked.isError ? (asked.data ?? null) : null,
    error: isSettled && asked.error instanceof CallFailed ? asked.error : null,
    isAsking: isComplete && (!isSettled || asked.isFetching),
  }
}

/** The fee of a smaller amount to the typed address, or to the user's own while none is typed; zero when unknown. */
async function feeNow(form: SendForm, network: Network, amount: string): Promise<bigint> {
  const destination = form.address || (sessionNow().address ?? '')
  const input = { typeId: network.typeId, destination, amount }
  const terms = await call('withdrawalIntent', input, { quiet: true }).catch(() => null)
  return terms ? (parseAmount(terms.fee) ?? 0n) : 0n
}
