import { currencyById, type Currency } from '@tickmark/core/money/currencies'
import { formatAmount, parseAmount } from '@tickmark/core/money/money'
import { swapRates, type SwapRates } from '@tickmark/core/wallet/swaps'
import { useState } from 'react'
import { useCall, type Reply } from '../../../api/api.ts'
import { useHoldings } from '../../../entities/holdings.ts'
import { hrefTo } from '../../../navigation/hrefs.ts'
import { go } from '../../../navigation/navigate.ts'
import { keepInTab, keptInTab } from '@tickmark/client/storage.ts'
import {
  amountOf,
  draftOf,
  initial,
  problems,
  reduce,
  summary,
  type SwapChange,
  type SwapForm,
} from './swapForm.ts'
import { useDebounced } from '@tickmark/client/useDebounced.ts'
import { dismissMistake } from '@tickmark/ui/layer/toast.ts'

export type WalletItem = Reply<'getMyWalletData'>['data']['items'][number]
type SwapQuote = Reply<'getSwapQuote'>

const DRAFT = 'tickmark.swap'
/** Debounce: no quote is requested while the user types. */
const SETTLE_MS = 300
/** A quote is valid for 2 s. It is renewed with each tick, so that the button always pays what it shows. */
const RENEW_MS = 1_000

/** The swap form with holdings, rates and quote. Its source is the page's currency. */
export function useSwapForm(currency: Currency) {
  const [kept, setKept] = useState<Partial<SwapForm>>(() => draftOf(keptInTab(DRAFT)))
  const [tried, setTried] = useState(false)
  const form = initial(currency.id, kept)
  const wallet = useHoldings()
  const items = wallet.data?.data.items ?? []
  const source = items.find((one) => one.currencyId === form.source) ?? null
  const target = items.find((one) => one.currencyId === form.target) ?? null
  const available = source && parseAmount(source.available)
  const found = problems(form, { available })
  const quote = useSwapQuote(form, found.length === 0)
  const rates = quote.data
    ? ratesOf(quote.data.sourceUsdRate, quote.data.targetUsdRate)
    : indexRates(source, target)

  function change(one: SwapChange) {
    const next = reduce(form, one)
    dismissMistake()
    setKept(next)
    setTried(false)
    keepInTab(DRAFT, next)
    const moved = next.source === form.source ? undefined : currencyById(next.source)
    if (moved) go(hrefTo.transfer(moved, 'swap'), { replace: true })
  }

  /** After a swap: clears the amount and keeps the pair. */
  function reset() {
    setKept((now) => ({ ...now, amount: '' }))
    setTried(false)
    keepInTab(DRAFT, null)
  }

  return {
    form,
    change,
    reset,
    wallet,
    items,
    source,
    target,
    available,
    quote,
    sum: summary(form, { rates }),
    problems: found,
    /** Whether the user tried to swap: from then on, an empty amount is reported. */
    tried,
    setTried,
  }
}

export type SwapFormState = ReturnType<typeof useSwapForm>

/** The server's quote for the typed swap, renewed before it expires. `data` never belongs to another amount. */
function useSwapQuote(form: SwapForm, isComplete: boolean) {
  const amount = amountOf(form) ?? 0n
  const settled = useDebounced(formatAmount(amount), SETTLE_MS)
  const isSettled = isComplete && settled === formatAmount(amount)
  const asked = useCall(
    'getSwapQuote',
    { currencyId: form.source, toCurrencyId: form.target, amount: settled },
    { enabled: isSettled, refetchInterval: RENEW_MS },
  )
  const data: SwapQuote | null = isSettled && !asked.isError ? (asked.data ?? null) : null

  /** Asks for a new quote now; null when there is none. */
  async function renew(): Promise<SwapQuote | null> {
    const renewed = await asked.refetch()
    return renewed.isError ? null : (renewed.data ?? null)
  }

  return { data, error: isSettled ? asked.error : null, renew }
}

function indexRates(source: WalletItem | null, target: WalletItem | null): SwapRates | null {
  const index = source && target && ratesOf(source.usdRate, target.usdRate)
  return index && swapRates(index.source, index.target)
}

function ratesOf(sourceRate: string, targetRate: string): SwapRates | null {
  const [source, target] = [parseAmount(sourceRate), parseAmount(targetRate)]
  return source !== null && target !== null && source > 0n && target > 0n ? { source, target } : null
}
