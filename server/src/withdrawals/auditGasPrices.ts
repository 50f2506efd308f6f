import { CLOCKS_APART_MS } from '@tickmark/core/market/clocks'
import { currencyById, priceOf } from '@tickmark/core/money/currencies'
import type { Amount } from '@tickmark/core/money/money'
import { gasPriceFor } from '@tickmark/core/wallet/gasFees'
import { INTENT_LIFE_MS } from '@tickmark/core/wallet/intentTimes'
import type { Reader } from '../db/pool.ts'
import { readLastTickWith, readTicks, readTicksAt } from '../market/store.ts'
import { type MarketTick, tickOfRow } from '../market/ticks.ts'
import type { Finding } from '../module/finding.ts'
import type { OwnedWithdrawal } from './auditStore.ts'
import { readIntent } from './withdrawal/signedIntent.ts'
import type { Withdrawal } from './withdrawal/withdrawal.ts'

const SECOND_MS = 1_000
/** The log's newest tick may be this far ahead of the process that offered the terms. */
const AHEAD_MS = 2 * CLOCKS_APART_MS
/** At most offers, the log's newest tick is no older than this. */
const USUAL_MS = 3 * SECOND_MS
/** An offer further than this from its request counts as made at the request: a clock was set in between. */
const MOST_APART_MS = 86_400_000

/** Withdrawals of tokens whose gas price `gasPriceFor` does not give on any logged tick that may have been the newest at the offer. */
export async function gasPricesOffTicks(
  reader: Reader,
  page: readonly OwnedWithdrawal[],
): Promise<Finding[]> {
  const priced = page.map(({ withdrawal }) => withdrawal).filter(({ gasPrice }) => gasPrice !== null)
  const usual = await usualTicks(reader, priced)
  const findings: Finding[] = []
  for (const one of priced) {
    if (isGiven(one, usual(offeredMs(one)))) continue
    if (isGiven(one, await ticksOfOffer(reader, one))) continue
    findings.push({
      rule: 'gas price = ticks',
      where: `withdrawal ${one.id}`,
      expected: 'the price of a logged tick of its time',
      found: String(one.gasPrice),
    })
  }
  return findings
}

/** When the terms were offered: their life before their signed end, by the machine's clock, which may have been set since. */
function offeredMs({ intent, requestedAtMs }: Withdrawal): number {
  const endMs = Date.parse(readIntent(intent)?.expires ?? '')
  const offered = endMs - INTENT_LIFE_MS
  return Math.abs(offered - requestedAtMs) <= MOST_APART_MS ? offered : requestedAtMs
}

/** The ticks of the seconds around each offer of a page, in one read. */
async function usualTicks(
  reader: Reader,
  page: readonly Withdrawal[],
): Promise<(offeredAtMs: number) => MarketTick[]> {
  const times = new Set(page.flatMap((one) => secondsBefore(offeredMs(one))))
  const rows = times.size === 0 ? [] : await readTicksAt(reader, [...times])
  const ticks = new Map(rows.map(tickOfRow).map((tick) => [tick.atMs, tick]))
  return (offeredAtMs) => secondsBefore(offeredAtMs).flatMap((ms) => ticks.get(ms) ?? [])
}

function secondsBefore(atMs: number): number[] {
  const last = Math.floor((atMs + SECOND_MS) / SECOND_MS) * SECOND_MS
  return Array.from({ length: (USUAL_MS + SECOND_MS) / SECOND_MS }, (_, i) => last - i * SECOND_MS)
}

/** All ticks that may have been the newest with a price when terms of this request were offered. */
async function ticksOfOffer(reader: Reader, one: Withdrawal): Promise<MarketTick[]> {
  const fromMs = Math.min(one.requestedAtMs - INTENT_LIFE_MS, offeredMs(one))
  const rows = await readTicks(reader, fromMs, one.requestedAtMs + AHEAD_MS)
  const before = []
  for (const currencyId of [one.gasCurrencyId, one.currencyId]) {
    const pid = currencyById(currencyId)?.pid ?? null
    const last = pid === null ? null : await readLastTickWith(reader, pid, fromMs)
    if (last) before.push(last)
  }
  return [...before, ...rows].map(tickOfRow)
}

/** Whether these ticks give the gas price. A paused product keeps its last price, so the two prices may come from two ticks. */
function isGiven({ gasCurrencyId, currencyId, gasPrice }: Withdrawal, ticks: readonly MarketTick[]): boolean {
  const natives = pricesOf(gasCurrencyId, ticks)
  const owns = pricesOf(currencyId, ticks)
  return [...natives].some((native) => [...owns].some((own) => gasPriceFor(native, own) === gasPrice))
}

function pricesOf(currencyId: number, ticks: readonly MarketTick[]): Set<Amount> {
  const currency = currencyById(currencyId)
  if (!currency) return new Set()
  const prices = ticks.map(({ prices: all }) => priceOf(currency, (pid) => all.get(pid) ?? null))
  return new Set(prices.filter((price) => price !== null && price > 0n) as Amount[])
}
