import { expect, test } from 'vitest'
import { productById } from '@tickmark/core/market/products'
import { parseAmount } from '@tickmark/core/money/money'
import { judge } from '@tickmark/core/orders/orders'
import { testCrypto } from '@tickmark/core/receipts/nodeCrypto.testing'
import type { Receipt } from '@tickmark/core/receipts/receipts'
import { playExchange } from '@tickmark/core/receipts/toyExchange.testing'
import { receiptPage } from './receiptPage.ts'

const receipts = playExchange(testCrypto(13), 300).map((one) => one.receipt)
const release = { verifier: 'a'.repeat(64), script: 'b'.repeat(64), scriptText: 'run()' }
const facts = { language: 'english', publicUrl: 'https://house.test', release, witnessed: null } as const

/** The account's sentences, one each, without the marks that isolate figures from a text's direction. */
function accountIn(receipt: Receipt): string[] {
  const html = receiptPage(receipt, facts)
  const account = /<h2>What this receipt says<\/h2>\n([^]*?)\n<\/section>/.exec(html)?.[1] ?? ''
  return account.replace(/[\u2066-\u2069]|<p>|<\/p>/g, '').split('\n')
}

const sum = (units: string, currency: string) => {
  const [, whole = '', part = ''] = /^(\d+)(\d{8})$/.exec(units.padStart(9, '0')) ?? []
  return `${`${whole}.${part}`.replace(/\.?0+$/, '')} ${currency}`
}
/** The least difference between two of a coin's prices. */
const stepOf = (pid: number) => 10n ** BigInt(8 - (productById(pid)?.decimals ?? 8))
/** The toy's prices are finer than the coins'. */
const priceOf = (pid: number, units: string) => BigInt(units) - (BigInt(units) % stepOf(pid))
const figuresOf = (line = '') => line.match(/\d+(\.\d+)?/g)?.map((one) => parseAmount(one) ?? -1n) ?? []

const ENDS = {
  won: 'The order won. Paid out: ',
  lost: 'The order lost. Paid out: ',
  tied: 'Neither side won. Returned: ',
  void: 'The order was void for lack of prices. Returned: ',
  closed: 'The order was closed early. Paid out: ',
}

test('the account in a receipt’s file has the receipt’s own time, sums, prices and outcome', () => {
  for (const receipt of receipts) {
    const { ticket, settlement } = receipt
    const [accepted = '', ...lines] = accountIn(receipt)
    expect(accepted).toContain(new Date(ticket.acceptedAt).toISOString().slice(0, 19).replace('T', ' '))
    expect(accepted).toContain(`${ticket.pair}, `)
    expect(accepted).toContain(
      `, with ${sum(ticket.stake, ticket.currency)} at stake and ${sum(ticket.profit, ticket.currency)} to win.`,
    )
    expect(lines.includes('It was placed in the simulated account, with play money.')).toBe(
      ticket.book === 'simulated',
    )
    expect(lines.includes('No price came in time to be the entry price.')).toBe(settlement.entrySeq === 0)
    const entry = lines.find((one) => one.startsWith('The entry price was '))
    expect(figuresOf(entry)[0]).toBe(
      settlement.entrySeq === 0 ? undefined : priceOf(ticket.pid, settlement.entryPrice),
    )
    const exit = lines.find((one) => one.startsWith('The settlement price was '))
    expect(figuresOf(exit)[0]).toBe(
      settlement.exitSeq === 0 ? undefined : priceOf(ticket.pid, settlement.exitPrice),
    )
    expect(lines.at(-1)).toBe(`${ENDS[settlement.outcome]}${sum(settlement.payout, ticket.currency)}.`)
  }
  expect([...new Set(receipts.map((one) => one.settlement.outcome))].toSorted()).toEqual(
    Object.keys(ENDS).toSorted(),
  )
})

test('an order wins at exactly the coin’s prices above or below the level in its file', () => {
  let within = 0
  for (const receipt of receipts) {
    const { ticket, settlement } = receipt
    if (settlement.entrySeq === 0) continue
    const line = accountIn(receipt).find((one) => one.startsWith('The entry price was ')) ?? ''
    const level = figuresOf(line)[1] ?? 0n
    const step = stepOf(ticket.pid)
    expect(level % step).toBe(0n)
    for (const exit of [level - 2n * step, level - step, level, level + step, level + 2n * step]) {
      const isBeyond = line.includes(' won above ') ? exit > level : exit < level
      expect([ticket.direction, exit, isBeyond]).toEqual([
        ticket.direction,
        exit,
        judge(ticket, BigInt(settlement.entryPrice), exit) === 'won',
      ])
      within++
    }
  }
  expect(within).toBeGreaterThan(100)
})
