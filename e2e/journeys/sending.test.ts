import { formatAmount, parseAmount } from '@tickmark/core/money'
import { creditedAfter, freeIn, getTestMoney, transfersOf, typeIdOf } from '@tickmark/server/vault.testing'
import { proposeHold } from '@tickmark/server/withdrawals/holds'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { recordCalls } from '../support/calls.ts'
import { seeChain, type SeenChain } from '../support/chain.ts'
import { type Person, visitWithWallet } from '../support/people.ts'
import { gone, reads, seen, toast } from '../support/see.ts'
import { setStage } from '../support/stage.ts'
import { REJECTED } from '../support/wallets.ts'

const stage = setStage({ CHAINS: '' })
/** Nobody's. */
const OUTSIDE = '0x00000000000000000000000000000000DeaDBeef'
const SEND = '/recharge?aid=3&name=ETH&coin=Ethereum&tab=send'

let chain: SeenChain
let person: Person & { page: Page }
let page: Page

beforeAll(async () => {
  chain = await seeChain(stage.app)
  person = await visitWithWallet(stage, { book: 0 })
  page = person.page
  await creditedAfter(person.user, 'ETH', () => getTestMoney(person.user, typeIdOf(3)))
}, 60_000)

const address = () => page.getByRole('textbox', { name: 'Address', exact: true })
const amount = () => page.getByRole('textbox', { name: 'Amount', exact: true })
const review = () => page.getByRole('button', { name: 'Review', exact: true })

async function openSend(): Promise<void> {
  await page.goto(SEND)
  await seen(address())
}

async function reviewed(to: string, sum: string): Promise<Locator> {
  await openSend()
  await address().fill(to)
  await amount().fill(sum)
  await review().click()
  return seen(page.getByRole('dialog', { name: 'Review the withdrawal' }))
}

test('[WAL-04] shows network, address, amount, what is available and what it is worth', async () => {
  await openSend()
  await seen(page.getByRole('radiogroup', { name: 'Network' }))
  await seen(page.getByText(/Available 0\.50* ETH/))
  await seen(page.getByText(/All of it is worth \$[\d,]+\.\d\d/))
  await amount().fill('0.1')
  await seen(page.getByText(/^Worth \$[\d,]+\.\d\d/))
})

test('[WAL-05] asks for the address, then for the amount', async () => {
  const calls = await recordCalls(page, stage)
  await openSend()
  await address().fill('')
  await amount().fill('')
  await review().click()
  await reads(toast(page), 'Please enter the wallet address')
  await address().fill(OUTSIDE)
  await review().click()
  await reads(toast(page), 'Please enter the withdrawal amount')
  expect(calls.some(({ path }) => path === '/api/cash_out')).toBe(false)
})

test('[WAL-05] takes only word characters, dots and slashes as an address, and a number as an amount', async () => {
  await openSend()
  await address().fill('')
  await address().pressSequentially('0xAb-c: 1.2/3<')
  expect(await address().inputValue()).toBe('0xAbc1.2/3')
  await amount().fill('')
  await amount().pressSequentially('1a2,.e5-')
  expect(await amount().inputValue()).toMatch(/^\d*\.?\d*$/)
})

test('a wrong address is told beside the field, in words', async () => {
  stage.forgive(/status of 400 .*withdrawalIntent/)
  await openSend()
  await address().fill('0x1234')
  await amount().fill('0.1')
  await reads(page.getByRole('alert').filter({ hasText: /./ }), /address/i)
  // What was typed is kept for the next visit.
  await address().fill('')
})

describe('a withdrawal', () => {
  test('[WAL-05][WAL-08] is signed by the wallet as it was shown, asked for once, paid and followed', async () => {
    const calls = await recordCalls(page, stage)
    const before = await freeIn(person.user, 'ETH')
    const held = await chain.balance(OUTSIDE)
    const sheet = await reviewed(OUTSIDE, '0.125')
    await reads(sheet, new RegExp(OUTSIDE))
    await sheet.getByRole('button', { name: 'Sign and send' }).dblclick()
    const asked = () => calls.filter(({ path }) => path === '/api/cash_out')
    await expect.poll(() => asked().length).toBe(1)
    const answer = (await asked()[0]?.answer())?.body as { data: { message: string } }
    await reads(toast(page), answer.data.message)
    await gone(sheet)
    const card = page.getByRole('region', { name: 'Newest withdrawals' }).getByRole('article').first()
    await reads(card, /0\.125/)
    const progress = card.getByRole('list', { name: 'Progress of the withdrawal' })
    await reads(progress, /Done: Final/, 30_000)
    await reads(card, /Success/)
    expect((await chain.balance(OUTSIDE)) - held).toBe(125n * 10n ** 15n)
    const [record] = await transfersOf(person.user, 'get_my_cash_out_record')
    const mined = await chain.client.getTransactionReceipt({ hash: (record?.txid ?? '') as `0x${string}` })
    expect(mined.status).toBe('success')
    const fee = parseAmount(record?.fee ?? '') ?? 0n
    expect(formatAmount(before - (await freeIn(person.user, 'ETH')))).toBe(
      formatAmount((parseAmount('0.125') ?? 0n) + fee),
    )
    expect(asked().length).toBe(1)
  })

  test('that the wallet`s owner does not sign sends nothing, and what was typed stays', async () => {
    const { page: unwilling, wallet, user } = await visitWithWallet(stage, { book: 0 })
    wallet.fails.set('eth_signTypedData_v4', REJECTED)
    await creditedAfter(user, 'ETH', () => getTestMoney(user, typeIdOf(3)))
    await unwilling.goto(SEND)
    await unwilling.getByRole('textbox', { name: 'Address', exact: true }).fill(OUTSIDE)
    await unwilling.getByRole('textbox', { name: 'Amount', exact: true }).fill('0.2')
    await unwilling.getByRole('button', { name: 'Review', exact: true }).click()
    const sheet = await seen(unwilling.getByRole('dialog', { name: 'Review the withdrawal' }))
    await sheet.getByRole('button', { name: 'Sign and send' }).click()
    await seen(unwilling.getByText('You did not sign. Nothing was sent.'))
    await unwilling.reload()
    const kept = unwilling.getByRole('textbox', { name: 'Amount', exact: true })
    await expect.poll(() => kept.inputValue()).toBe('0.2')
    expect(await transfersOf(user, 'get_my_cash_out_record')).toEqual([])
  })
})

test('[WAL-06] a security hold is told in the server`s words, with its case, reason and end', async () => {
  stage.forgive(/checkApply/)
  const held = await visitWithWallet(stage, { book: 0 })
  const { db } = stage.database.database
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('address', '=', held.address)
    .executeTakeFirstOrThrow()
  const proposal = {
    caseId: 'C-2041',
    userId: Number(row.id),
    reason: 'account_takeover' as const,
    untilMs: stage.clock.nowMs() + 3_600_000,
  }
  for (const operator of ['ada', 'grace']) {
    const done = await proposeHold({ db, clock: stage.clock }, { ...proposal, operator })
    expect(done.ok).toBe(true)
  }
  await held.page.goto(SEND)
  await reads(toast(held.page), /C-2041/)
  await seen(held.page.getByText('Withdrawals are on hold'))
  expect(await held.page.getByRole('textbox', { name: 'Address', exact: true }).count()).toBe(0)
})
