import { randomUUID } from 'node:crypto'
import { ADDRESS_FORMAT } from '@tickmark/core/evidence/depositAddress'
import { WITHDRAWAL_FORMAT, type SignedWithdrawal } from '@tickmark/core/evidence/withdrawalPromise'
import { readJson } from '@tickmark/core/json'
import { formatAmount, parseAmount } from '@tickmark/core/money/money'
import type { WithdrawalIntent } from '@tickmark/core/wallet/withdrawalIntent'
import type { ReplyOf } from '@tickmark/wire/call'
import type { depositRoutes } from '@tickmark/wire/routes/deposits'
import type { walletRoutes } from '@tickmark/wire/routes/wallet'
import { Secret, TOTP } from 'otpauth'
import type { PrivateKeyAccount } from 'viem/accounts'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { type Caller, caller, moneyKey, newUser, setServer } from './app.testing.ts'
import { runAudit } from './audit/audit.ts'
import { runCommand } from '../../../verify/src/main.ts'
import { rpcOf } from '../chains/node/rpc.ts'
import { FAUCET } from '../chains/sandbox/faucet.ts'
import {
  creditedAfter,
  freeIn,
  getTestMoney,
  type Offer,
  offered,
  OUTSIDE,
  promised,
  signIntent,
  termsOf,
  testOwner,
  transfersOf,
  typeIdOf,
  withdraw,
} from './custody.testing.ts'

type Holdings = ReplyOf<typeof walletRoutes.getMyWalletData>

const server = setServer({ ownsTables: false, env: { CHAINS: '', RATES: ROOMY() } })
const ETH = typeIdOf(3)
const USDT = typeIdOf(1)
const real = { book: 0 }

function ROOMY(): string {
  return ['challenge', 'verify', 'register', 'read', 'write', 'withdraw', 'faucet', 'code']
    .map((name) => `${name}=99999/60`)
    .join(' ')
}

let user: Caller
let account: PrivateKeyAccount

beforeAll(async () => {
  account = testOwner(71)
  user = await newUser(() => server.url, 71)
  await until(async () => {
    const [network] = await networksOf('ETH')
    return network !== undefined && !network.isHalted
  })
})

async function until(isSo: () => Promise<boolean>): Promise<void> {
  await vi.waitUntil(isSo, { timeout: 150_000, interval: 100 })
}

async function networksOf(currency: string, book = 0) {
  const { body } = await user.get('/api/getextendfCList', {
    query: { currency, book: String(book) },
  })
  return (body.data as ReplyOf<typeof depositRoutes.getextendfCList>).list
}

function chainRpc() {
  return rpcOf(server.app.chains.rpcUrl(1) ?? '')
}

async function audit() {
  const { chains } = server.app
  await chains.idle()
  const networks = chains.all().map(({ chain }) => ({ chain, node: chains.node(chain.id) }))
  return runAudit(server.database.database, { networks })
}

describe('a deposit', () => {
  test('goes from the deposit address through its confirmations to the balance', async () => {
    const before = await freeIn(user, 'USDT')
    const txid = await getTestMoney(user, USDT)
    await until(async () =>
      (await transfersOf(user, 'get_my_recharge_record')).some((one) => one.status === 1),
    )
    const [deposit] = await transfersOf(user, 'get_my_recharge_record')
    expect(deposit).toMatchObject({
      txid,
      money: '1000',
      name: 'USDT',
      status: 1,
      confirmations: 3,
      needed: 3,
    })
    expect(deposit?.steps.map(({ step }) => step)).toEqual(['seen', 'credited'])
    expect((await freeIn(user, 'USDT')) - before).toBe(parseAmount('1000'))
  })

  test('has one address for each owner, and none in the simulated account', async () => {
    const ask = (book: number) => user.post('/api/invoke/recharge', { json: { book, typeId: ETH } })
    const [first, again, simulated] = [await ask(0), await ask(0), await ask(1)]
    const { head: _, ...shown } = first.body.data as ReplyOf<typeof depositRoutes.recharge>
    expect(again.body.data).toMatchObject(shown)
    expect(shown.address).toMatch(/^0x[0-9a-fA-F]{40}$/)
    expect(simulated.body.code).toBe('account_has_no_network')
    expect(await networksOf('USDT', 1)).toEqual([])
    expect(await networksOf('SOL')).toEqual([])
  })
})

test('a deposit address comes with the house’s signature for its owner, which anybody can verify', async () => {
  const other = await newUser(() => server.url, 72)
  const keys = await (await fetch(`${server.url}/config.json`)).text()
  const verify = async (by: Caller, owner: string) => {
    const { body } = await by.post('/api/invoke/recharge', { json: { ...real, typeId: ETH } })
    const { statement, signature, head } = body.data as ReplyOf<typeof depositRoutes.recharge>
    const signed = { format: ADDRESS_FORMAT, statement, signature, head, keys: server.app.market.keys() }
    const read = (path: string) => (path === 'keys' ? keys : JSON.stringify(signed))
    const { code, text } = await runCommand(['file', '--keys', 'keys', '--owner', owner], undefined, read)
    return [code, text.includes('ADDRESS HOLDS'), statement.account, statement.address]
  }
  const [one, second] = [account.address, testOwner(72).address]
  const [own, others] = [await verify(user, one), await verify(other, second)]
  expect([own.slice(0, 3), others.slice(0, 3)]).toEqual([
    [0, true, one],
    [0, true, second],
  ])
  expect(own[3]).not.toBe(others[3])
  expect((await verify(other, one)).slice(0, 2)).toEqual([1, false])
})

describe('a withdrawal', () => {
  beforeAll(async () => {
    await creditedAfter(user, 'ETH', () => getTestMoney(user, ETH))
  })

  test.each([
    [ETH, 'ETH', '0.125'],
    [USDT, 'USDT', '12.5'],
  ])('is paid once on the chain, and what the fee left over returns (%i)', async (typeId, name, amount) => {
    const before = await freeIn(user, name)
    const holder = { address: OUTSIDE, contract: name === 'ETH' ? null : contractOf(1) }
    const held = async () => (await server.app.chains.node(1).holdings([holder], null))[0] ?? 0n
    const heldBefore = await held()
    const id = await withdraw(user, account, { typeId, to: OUTSIDE, amount })
    await until(async () => (await recordOf(id)).status === 1)
    const record = await recordOf(id)
    expect(record.steps.map(({ step }) => step)).toEqual([
      'requested',
      'approved',
      'signed',
      'broadcast',
      'final',
    ])
    const decimals = name === 'ETH' ? 10n : -2n
    const raw = parseAmount(amount) ?? 0n
    expect((await held()) - heldBefore).toBe(decimals > 0n ? raw * 10n ** decimals : raw / 100n)
    const spent = before - (await freeIn(user, name))
    expect(formatAmount(spent)).toBe(formatAmount(raw + (parseAmount(record.fee) ?? 0n)))
    expect(await heldNow(name)).toBe(0n)
  })

  test('shows anybody with its promise and the log that it was paid', async () => {
    const wish = { typeId: ETH, to: OUTSIDE, amount: '0.02' }
    const { id, promise } = await promised(user, account, wish)
    const answer = readJson(promise) as SignedWithdrawal
    const keys = server.app.market.keys()
    const file = JSON.stringify({ format: WITHDRAWAL_FORMAT, ...answer, keys })
    const args = ['promise.json', '--owner', account.address, '--url', server.url]
    const look = () => runCommand(args, undefined, () => file)
    await until(async () => (await look()).text.includes('PAID'))
    const { code, text } = await look()
    expect(code).toBe(0)
    expect(text).toContain(`LOGGED: the log has this promise under number ${answer.statement.number}, `)
    expect(text).toContain(`Transaction ${(await recordOf(id)).txid} on `)
    for (const number of ['0', 'x', '7x', String(answer.statement.number + 1)])
      expect((await fetch(`${server.url}/log/withdrawal/${number}`)).status).toBe(404)
  })

  test('reaches a contract wallet, which uses gas when it receives', async () => {
    const rpc = chainRpc()
    // On any call this contract runs LOG0 with empty data, which uses more gas than a plain transfer.
    const data = '0x6006600c60003960066000f360006000a000'
    const txid = await rpc.call(z.string(), 'eth_sendTransaction', { from: FAUCET, data })
    const made = z.nullable(z.object({ contractAddress: z.string() }))
    let to: string | undefined
    await until(async () => {
      to = (await rpc.call(made, 'eth_getTransactionReceipt', txid))?.contractAddress
      return to !== undefined
    })
    const id = await withdraw(user, account, { typeId: ETH, to: to ?? '', amount: '0.01' })
    await until(async () => (await recordOf(id)).status === 1)
  })

  const bad: [string, number, string, string, string][] = [
    ['no address', ETH, 'nonsense', '1', 'withdrawal_address_invalid'],
    ['a wrong checksum', ETH, OUTSIDE.replace('DeaD', 'dEaD'), '0.1', 'withdrawal_address_invalid'],
    ['another network', ETH, 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH', '0.1', 'withdrawal_address_wrong_network'],
    ['more than there is', ETH, OUTSIDE, '2.5', 'insufficient_funds'],
    ['nothing', ETH, OUTSIDE, '0', 'amount_invalid'],
    ['less than the fee', USDT, OUTSIDE, '0.000001', 'amount_below_fee'],
    ['too many decimals', ETH, OUTSIDE, '0.123456789', 'amount_too_precise'],
    ['too many decimals of the network', USDT, OUTSIDE, '1.1234567', 'amount_too_precise_for_network'],
    ['a network that there is not', 999, OUTSIDE, '1', 'network_unknown'],
  ]
  test.each(bad)('of %s is refused by its own code', async (_, typeId, to, amount, code) => {
    const { status, body } = await offered(user, { typeId, to, amount })
    expect([status < 500, body.code]).toEqual([true, code])
  })

  test('to our own addresses or to a token is refused', async () => {
    const own = await user.post('/api/invoke/recharge', { json: { ...real, typeId: ETH } })
    const { address } = own.body.data as { address: string }
    const refusal = async (typeId: number, to: string) =>
      (await offered(user, { typeId, to, amount: '0.1' })).body.code
    expect(await refusal(ETH, address)).toBe('withdrawal_address_ours')
    expect(await refusal(ETH, server.app.chains.all()[0]?.hot ?? '')).toBe('withdrawal_address_ours')
    expect(await refusal(USDT, contractOf(1))).toBe('withdrawal_address_token')
  })

  test('needs the owner’s signature on exactly these terms, once', async () => {
    const wish = { typeId: ETH, to: OUTSIDE, amount: '0.01' }
    const offer = (await offered(user, wish)).body.data as Offer
    const fields = offer.fields as unknown as WithdrawalIntent
    const json = { ...termsOf(wish), intent: offer.intent }
    const send = (more: object) =>
      user.post('/api/cash_out', { json: { ...json, ...more }, headers: moneyKey() })
    expect((await send({ intent: '' })).body.code).toBe('intent_missing')
    expect((await send({ signature: '' })).body.code).toBe('intent_missing')
    expect(
      (await send({ signature: await signIntent(account, { ...fields, amount: '0.02' }) })).body.code,
    ).toBe('intent_signature_wrong')
    const signature = await signIntent(account, fields)
    expect((await send({ signature, amount: '0.02' })).body.code).toBe('intent_invalid')
    const done = await send({ signature })
    expect(done.status).toBe(200)
    expect((done.body.data as { message: string }).message).toMatch(/./)
    expect((await send({ signature })).body.code).toBe('intent_used')
  })

  test('without a session is refused', async () => {
    const visitor = caller(() => server.url)
    const json = termsOf({ typeId: ETH, to: OUTSIDE, amount: '1' })
    const { status } = await visitor.post('/api/cash_out', {
      json,
      headers: { 'idempotency-key': randomUUID() },
    })
    expect(status).toBe(401)
  })
})

describe('the audit', () => {
  test('compares the chain with the books, and is red when one unit is stolen', async () => {
    await until(async () =>
      (await transfersOf(user, 'get_my_cash_out_record')).every((one) => one.status > 0),
    )
    expect(await audit()).toEqual([])
    const hot = server.app.chains.all()[0]?.hot ?? ''
    const rpc = chainRpc()
    const balance = BigInt(await rpc.call(z.string(), 'eth_getBalance', hot, 'latest'))
    await rpc.call(z.unknown(), 'anvil_setBalance', hot, `0x${(balance - 1n).toString(16)}`)
    await rpc.call(z.unknown(), 'anvil_mine', '0x1')
    expect(await audit()).toEqual([expect.objectContaining({ rule: 'held on chain' })])
    await rpc.call(z.unknown(), 'anvil_setBalance', hot, `0x${balance.toString(16)}`)
    await rpc.call(z.unknown(), 'anvil_mine', '0x1')
    expect(await audit()).toEqual([])
  })
})

test('resetting the authenticator ends the user’s other sessions, so that no one else cancels the reset', async () => {
  const [own, thief] = [await newUser(() => server.url, 72), await newUser(() => server.url, 72)]
  const started = await thief.post('/api/startAuthenticator', { json: {} })
  const { secret } = started.body.data as { secret: string }
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
  expect((await thief.post('/api/confirmAuthenticator', { json: { code } })).status).toBe(200)
  expect((await own.post('/api/resetAuthenticator', { json: {} })).status).toBe(200)
  expect((await thief.post('/api/keepAuthenticator', { json: { code } })).status).toBe(401)
  const { body } = await own.get('/api/getProtection', {})
  expect((body.data as { authenticatorUntil: number }).authenticatorUntil).toBeGreaterThan(Date.now())
})

async function recordOf(id: string) {
  const found = (await transfersOf(user, 'get_my_cash_out_record')).find((one) => one.id === id)
  if (!found) throw new Error(`there is no withdrawal ${id}`)
  return found
}

function contractOf(currency: number): string {
  const tokens = server.app.chains.all()[0]?.chain.tokens ?? []
  return tokens.find((one) => one.currency === currency)?.contract ?? ''
}

async function heldNow(name: string): Promise<bigint> {
  const { body } = await user.get('/api/getMyWalletData', { query: { book: '0' } })
  const item = (body.data as Holdings).data.items.find((one) => one.alias === name || one.name === name)
  return (parseAmount(item?.amount ?? '') ?? 0n) - (parseAmount(item?.available ?? '') ?? 0n)
}
