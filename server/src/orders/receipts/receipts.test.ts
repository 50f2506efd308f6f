import { parseEntry } from '@tickmark/core/log/log'
import type { Receipt } from '@tickmark/core/receipts/receipts'
import { expect, test } from 'vitest'
import { run } from '../../../../verify/src/main.ts'
import { moneyKey, newUser, setServer } from '../../app/app.testing.ts'
import { movableClock } from '../../platform/clock.testing.ts'

const clock = movableClock()
const server = setServer({ clock })
const url = () => server.url

test('the server’s receipts verify offline, with its published keys and its public log', async () => {
  const user = await newUser(url, 7)
  const book = { book: '1' }
  const ids: string[] = []
  for (const [type, pid] of [
    ['0', '1'],
    ['1', '1'],
    ['0', '4'],
  ] as const) {
    const offer = await user.get('/api/getTimeAccountCurrency', { query: { type, pid, timeId: '110' } })
    const { ranges } = offer.body.data as { ranges: { id: string }[] }
    const json = {
      ...book,
      pid,
      stake: '10',
      timeId: '110',
      currencyId: '1',
      quoteId: ranges[ids.length]?.id,
    }
    const placed = await user.post('/api/createLimitOrder', { json, headers: moneyKey() })
    expect(placed.status, placed.text).toBe(200)
    ids.push((placed.body.data as { orderId: string }).orderId)
  }
  for (let i = 0; i < 66; i++) {
    clock.advance(1_000)
    await server.app.market.idle()
  }
  const config = (await user.get('/config.json')).text
  for (const orderId of ids) {
    const { text, body } = await user.get('/api/getReceipt', { query: { orderId } })
    const { receipt } = body.data as { receipt: Receipt }
    const from = parseEntry(receipt.segments[0]?.bodies[0] ?? '')?.seq ?? 0
    const query = { from: String(from), to: String(from + 199) }
    const log = (await user.get('/api/getLog', { query })).text
    const files: Record<string, string> = { 'receipt.json': text, 'config.json': config, 'log.json': log }
    const args = ['receipt.json', '--keys', 'config.json', '--log', 'log.json']
    const { code, text: said } = run(args, (path) => files[path] ?? '')
    expect(said).toContain('HOLDS: the outcome follows from the public log.')
    expect(said).toMatch(/\d+ of its entries are in the public log as you have it, word for word/)
    expect(code).toBe(0)
  }
})
