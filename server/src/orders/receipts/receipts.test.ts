import { CONSENT_LIFE_MS, NO_HEAD, orderText } from '@tickmark/core/consent/consentText'
import { testKey } from '@tickmark/core/consent/owner.testing'
import { parseAmount } from '@tickmark/core/money/money'
import { pairOf, type Receipt } from '@tickmark/core/receipts/receipts'
import { expect, test } from 'vitest'
import { run } from '../../../../verify/src/main.ts'
import { moneyKey, newUser, setServer, wallet } from '../../app/app.testing.ts'
import { movableClock } from '../../platform/clock.testing.ts'

const clock = movableClock()
const server = setServer({ clock, ownsTables: false })
const url = () => server.url
const key = testKey()

interface Range {
  id: string
  rate: string
  barrierPpm: number
  chancePpm: number
  marginPpm: number
}

/** What the session signs for 10 USDT of the simulated account for a minute. */
function consentTo({ rate, barrierPpm, chancePpm, marginPpm }: Range, pid: '1' | '4', type: '0' | '1') {
  const at = clock.nowMs()
  return key.sign(
    orderText({
      origin: server.url,
      session: key.session,
      nonce: at + Number(pid) * 10 + Number(type),
      at,
      expires: at + CONSENT_LIFE_MS,
      head: NO_HEAD,
      book: 'simulated',
      currency: 'USDT',
      pid: Number(pid),
      pair: pairOf(Number(pid)),
      duration: 60,
      direction: type === '0' ? 'up' : 'down',
      barrierPpm,
      ratePct: Number(parseAmount(rate)) / 1_000_000,
      chancePpm,
      marginPpm,
      stake: '1000000000',
    }),
  )
}

test('the server’s receipts verify offline, with its published keys and its public log', async () => {
  const user = await newUser(url, 7, { key: key.key })
  const book = { book: '1' }
  const ids: string[] = []
  for (const [type, pid] of [
    ['0', '1'],
    ['1', '1'],
    ['0', '4'],
  ] as const) {
    const offer = await user.get('/api/getTimeAccountCurrency', { query: { type, pid, timeId: '110' } })
    const { ranges } = offer.body.data as { ranges: Range[] }
    const range = ranges[ids.length] as Range
    const json = {
      ...book,
      pid,
      stake: '10',
      timeId: '110',
      currencyId: '1',
      quoteId: range.id,
      consent: consentTo(range, pid, type),
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
    const from = (receipt.segments[0]?.from ?? 0) + 1
    const query = { from: String(from), to: String(from + 199) }
    const log = (await user.get('/api/getLog', { query })).text
    const files: Record<string, string> = { 'receipt.json': text, 'config.json': config, 'log.json': log }
    const args = ['receipt.json', '--keys', 'config.json', '--log', 'log.json']
    const { code, text: said } = run(args, (path) => files[path] ?? '')
    expect(said).toContain('HOLDS: the outcome follows from the public log.')
    expect(said).toMatch(/\d+ of its entries are in the public log as you have it, word for word/)
    expect(said).toContain(`The owner's wallet ${wallet(7).address} consented to it`)
    expect(code).toBe(0)
    // The file of a one-minute order, as the page offers it.
    expect(JSON.stringify(receipt).length).toBeLessThanOrEqual(12 * 1024)
  }
})
