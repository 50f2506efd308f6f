import { assert } from '@tickmark/core/assert'
import { accept, refuse, type Decision } from '@tickmark/core/decision'
import { formatAmount, type Amount } from '@tickmark/core/money/money'
import type { RawAmount } from '@tickmark/core/money/rawUnits'
import { INTENT_LIFE_MS } from '@tickmark/core/wallet/intentTimes'
import type { WithdrawalIntent } from '@tickmark/core/wallet/withdrawalIntent'
import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { openSealed, sealText } from '../../platform/seal.ts'
import type { Network } from '../withdrawal/networks.ts'

/** The terms of an offered withdrawal. */
export interface IntentTerms {
  userId: number
  typeId: number
  amount: Amount
  feeCap: Amount
  /** Units of the currency per coin of gas; null when gas is paid in the currency itself. */
  gasPrice: Amount | null
  gasCap: RawAmount
  to: string
  nonce: string
  expiresAtMs: number
  site: string
}

/** Terms that hold for `INTENT_LIFE_MS` and for one withdrawal. */
export function makeTerms(given: Omit<IntentTerms, 'nonce' | 'expiresAtMs'>, wallMs: number): IntentTerms {
  return { ...given, nonce: randomUUID(), expiresAtMs: wallMs + INTENT_LIFE_MS }
}

/** Seals the terms as an id that only we can issue. */
export function sealTerms(terms: IntentTerms, key: Uint8Array): string {
  const { userId, typeId, amount, feeCap, gasPrice, gasCap, to, nonce, expiresAtMs, site } = terms
  const sums = [amount, feeCap, gasPrice ?? 0n, gasCap].map(String)
  const id = sealText(
    JSON.stringify(['withdrawal-1', userId, typeId, ...sums, to, nonce, expiresAtMs, site]),
    key,
  )
  assert(openSealed(id, key) !== null, 'sealed terms are short enough to be opened again')
  return id
}

const sum = z.string().check(z.regex(/^\d{1,39}$/))
const sealed = z.tuple([
  z.literal('withdrawal-1'),
  z.int(),
  z.int(),
  sum,
  sum,
  sum,
  sum,
  z.string(),
  z.string(),
  z.int(),
  z.string(),
])

/** The terms in one of our ids for this user, even expired ones. */
export function openTerms(
  id: string,
  userId: number,
  key: Uint8Array,
): Decision<IntentTerms, { code: 'intent_missing' | 'intent_invalid' }> {
  if (id === '') return refuse({ code: 'intent_missing' })
  const text = openSealed(id, key)
  const parsed = text?.startsWith('["withdrawal-1",') ? z.safeParse(sealed, JSON.parse(text)) : null
  if (!parsed?.success || parsed.data[1] !== userId) return refuse({ code: 'intent_invalid' })
  const [, , typeId, amount, feeCap, gasPrice, gasCap, to, nonce, expiresAtMs, site] = parsed.data
  return accept({
    userId,
    typeId,
    amount: BigInt(amount),
    feeCap: BigInt(feeCap),
    gasPrice: gasPrice === '0' ? null : BigInt(gasPrice),
    gasCap: BigInt(gasCap),
    to,
    nonce,
    expiresAtMs,
    site,
  })
}

/** The fields that the owner signs for these terms. */
export function intentOf(terms: IntentTerms, { chain, currency }: Network): WithdrawalIntent {
  return {
    site: terms.site,
    network: chain.name,
    currency: currency.code,
    amount: formatAmount(terms.amount),
    feeCap: formatAmount(terms.feeCap),
    to: terms.to,
    nonce: terms.nonce,
    expires: new Date(terms.expiresAtMs).toISOString(),
  }
}
