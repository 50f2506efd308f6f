import { parseAmount } from '@tickmark/core/money/money'
import { intentTypedData, type WithdrawalIntent } from '@tickmark/core/wallet/withdrawalIntent'
import type { ReplyOf } from '@tickmark/wire/call'
import type { depositRoutes } from '@tickmark/wire/routes/deposits'
import type { withdrawalRoutes } from '@tickmark/wire/routes/withdrawals'
import type { TypedDataDefinition } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { vi } from 'vitest'
import { type Caller, moneyKey, type Reply, wallet } from './app.testing.ts'

type Records = ReplyOf<typeof depositRoutes.get_my_recharge_record>
export type Offer = ReplyOf<typeof withdrawalRoutes.withdrawalIntent>
type Accepted = ReplyOf<typeof withdrawalRoutes.cash_out>

const REAL = { book: 0 }

/** Deadline for waits on the chain and its signer, about ten times the usual. */
export const CHAIN_MS = 150_000

/** An address without an owner, on every EVM network. */
export const OUTSIDE = '0x00000000000000000000000000000000DeaDBeef'

/** The key that `newUser` uses under the same number. */
export const testOwner: (number: number) => PrivateKeyAccount = wallet

export interface Wish {
  typeId: number
  to: string
  amount: string
}

/** Requests the terms of a withdrawal; a refusal is returned like any answer. */
export function offered(user: Caller, wish: Wish): Promise<Reply> {
  return user.post('/api/withdrawalIntent', { json: termsOf(wish) })
}

/** Withdraws as the page does. Returns the withdrawal's id. */
export async function withdraw(user: Caller, owner: PrivateKeyAccount, wish: Wish): Promise<string> {
  return (await promised(user, owner, wish)).id
}

/** Withdraws as the page does: terms, the owner's signature, the request. Returns the house's answer. */
export async function promised(user: Caller, owner: PrivateKeyAccount, wish: Wish): Promise<Accepted> {
  const offer = await offered(user, wish)
  if (offer.status !== 200) throw new Error(`no terms: ${offer.text}`)
  const { intent, fields } = offer.body.data as Offer
  const signature = await signIntent(owner, fields as unknown as WithdrawalIntent)
  const json = { ...termsOf(wish), intent, signature }
  const done = await user.post('/api/cash_out', { json, headers: moneyKey() })
  if (done.status !== 200) throw new Error(`refused: ${done.text}`)
  return done.body.data as Accepted
}

/** The request that the page sends for a wish. */
export function termsOf({ typeId, to, amount }: Wish) {
  return { ...REAL, typeId, destination: to, amount }
}

/** Signs as a wallet does for eth_signTypedData_v4. */
export function signIntent(owner: PrivateKeyAccount, fields: WithdrawalIntent): Promise<string> {
  return owner.signTypedData(intentTypedData(fields) as unknown as TypedDataDefinition)
}

/**
 * Makes the sandbox send coins to the user's deposit address; returns the transaction. Waits until the chain answers: it starts
 * in a process of its own.
 */
export async function getTestMoney(user: Caller, typeId: number): Promise<string> {
  const untilMs = Date.now() + CHAIN_MS
  for (;;) {
    const { status, body, text } = await user.post('/api/getTestMoney', { json: { ...REAL, typeId } })
    if (status === 200) return (body.data as { txid: string }).txid
    if (body.code !== 'network_halted' || Date.now() > untilMs) throw new Error(`no test money: ${text}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** The user's deposits or withdrawals, newest first. */
export async function transfersOf(
  user: Caller,
  call: 'get_my_recharge_record' | 'get_my_cash_out_record',
): Promise<Records['list']> {
  const query = { pageNum: '1', pageSize: '50', book: '0' }
  const { body, text } = await user.get(`/api/${call}`, { query })
  if (!body.data) throw new Error(`no records: ${text}`)
  return (body.data as Records).list
}

/** Turns on the waiting time for new addresses. */
export async function waitForNewAddresses(user: Caller): Promise<void> {
  const { status, text } = await user.post('/api/setAddressBook', { json: { ...REAL, on: 1 } })
  if (status !== 200) throw new Error(`new addresses do not wait: ${text}`)
}

/** Cancels a withdrawal that is not signed yet. */
export async function callBack(user: Caller, id: string): Promise<void> {
  const sent = { json: { ...REAL, id }, headers: moneyKey() }
  const { status, text } = await user.post('/api/cancelWithdrawal', sent)
  if (status !== 200) throw new Error(`not called back: ${text}`)
}

/** Free balance of an account in ledger units; the real account by default. */
export async function freeIn(user: Caller, code: string, book: 0 | 1 = 0): Promise<bigint> {
  const query = { currencyName: code, book: String(book) }
  const { body } = await user.get('/api/getavailableMoneyByCurrency', { query })
  return parseAmount((body.data as { balance: string }).balance) ?? -1n
}

/** Type id of a currency on the sandbox's own network, number 1. */
export function typeIdOf(currencyId: number): number {
  return 32 + currencyId
}

/** Runs a function that pays in, and waits until the deposit is credited. */
export async function creditedAfter(user: Caller, code: string, pay: () => Promise<unknown>): Promise<void> {
  const before = await freeIn(user, code)
  await pay()
  await waitFor(async () => (await freeIn(user, code)) > before)
}

/** Withdraws, and waits until the withdrawal is final on the chain. */
export async function withdrawn(
  who: { user: Caller; account: PrivateKeyAccount },
  wish: Wish,
): Promise<string> {
  const id = await withdraw(who.user, who.account, wish)
  await waitFor(async () => {
    const records = await transfersOf(who.user, 'get_my_cash_out_record')
    return records.find((one) => one.id === id)?.status === 1
  })
  return id
}

async function waitFor(isSo: () => Promise<boolean>): Promise<void> {
  await vi.waitUntil(isSo, { timeout: CHAIN_MS, interval: 100 })
}
