import { asciiBytes } from '@tickmark/core/bytes'
import { checkpointKey, signCheckpoint } from '@tickmark/core/log/checkpoint'
import { entryBody, parseEntry, type LogEntry } from '@tickmark/core/log/log'
import { treeOfEntries } from '@tickmark/core/log/tree/tree.testing'
import { settle } from '@tickmark/core/orders/orders'
import { type Lie, retell } from '@tickmark/core/receipts/lie.testing'
import type { Receipt } from '@tickmark/core/receipts/receipts'
import { readEntries } from '@tickmark/server/market/store'
import { signerOf } from '@tickmark/server/platform/keys'
import { sha256 } from '@tickmark/server/platform/sha256'
import { openToyHouse } from '@tickmark/witness/toyHouse.testing'
import { expect, test } from 'vitest'
import { setCheatingHouse } from '../../support/house/cheatingHouse.ts'
import { newWatcher } from '../../support/house/watchers.ts'
import { HONEST, judge, judgeAll, judgeFile, placeWinners } from '../../support/house/winners.ts'

const house = setCheatingHouse()
const ORDERS = 1_000
/** Ends only a test that hangs: a thousand orders take many minutes on a busy machine. */
const NIGHT_MS = 3 * 3_600_000
const AT_ONCE = 50

/** The settlement that follows from another entry price. */
function settledOn(entryPrice: string, { ticket, settlement, entries }: Lie): Partial<Lie> {
  const sums = { stake: BigInt(ticket.stake), profit: BigInt(ticket.profit), fee: BigInt(ticket.fee) }
  const { outcome, net, toUser } = settle(ticket, sums, BigInt(entryPrice), BigInt(settlement.exitPrice))
  return {
    settlement: { ...settlement, entryPrice, outcome, net: String(net), payout: String(toUser) },
    entries: entries.map((run) =>
      run.map((entry) => repriced(entry, settlement.entrySeq, ticket.pid, entryPrice)),
    ),
  }
}

function repriced(entry: LogEntry, seq: number, pid: number, price: string): LogEntry {
  if (entry.seq !== seq || entry.kind !== 'tick') return entry
  return { ...entry, prices: { ...entry.prices, [pid]: price } }
}

test(
  'a house that shows one person another log turns his orders, until his head meets anybody else’s',
  async () => {
    const keys = house.app.market.keys()
    const signers = { log: signerOf(house.keys.logKey), receipts: signerOf(house.keys.receiptsKey) }
    const seals = {
      sha256,
      keys,
      sign: (key: 'log' | 'receipts', text: string) => signers[key].sign(asciiBytes(text)),
    }
    for (let turned = 0; turned < ORDERS; turned += AT_ONCE) {
      const winners = await placeWinners(house, AT_ONCE)
      await house.pass(70)
      expect(await judgeAll(house, winners)).toEqual(HONEST)
      const [first] = winners
      if (!first) throw new Error('there are orders')
      const rows = await readEntries(house.test.database.db, 1, 1_000_000)
      const log = rows.map(({ body }) => body)
      const shown = new Set<string>()
      let others = log
      for (const one of winners) {
        const { receipt } = JSON.parse(await one.owner.receipt(one.orderId)) as { receipt: Receipt }
        const { entryPrice, entrySeq, exitPrice } = receipt.settlement
        const price = String(one.direction === 'up' ? BigInt(exitPrice) + 1n : BigInt(exitPrice) - 1n)
        expect(price).not.toBe(entryPrice)
        others = log.map((body, i) => {
          const entry = i === entrySeq - 1 ? parseEntry(body) : null
          return entry ? entryBody(repriced(entry, entrySeq, one.pid, price)) : body
        })
        const told = retell({ receipt, log }, seals, (honest) => settledOn(price, honest))
        const { outcome, verdict, failed } = judgeFile(JSON.stringify(told), house.published)
        shown.add([outcome, verdict, ...failed].join(' '))
      }
      expect([...shown]).toEqual(['lost holds'])
      // Two people: one who sees the log of everybody, and this one.
      const key = checkpointKey(keys.origin, keys.log, sha256)
      const root = treeOfEntries(others, sha256).root(others.length)
      const note = signCheckpoint({ origin: keys.origin, size: others.length, root }, key, signers.log.sign)
      const server = await openToyHouse(others)
      server.show(others, note)
      const [his, hers] = [newWatcher(house), newWatcher(house, 'witness.example/w2')]
      expect(await his.look(server.url)).toMatchObject({ kind: 'fine' })
      expect(await hers.look()).toMatchObject({ kind: 'fine' })
      expect(await his.look()).toMatchObject({ kind: 'alarm', problem: 'fork' })
      expect(await hers.look(server.url)).toMatchObject({ kind: 'alarm', problem: 'fork' })
      await server.stop()
      expect(await judge(house, first)).toEqual(HONEST)
    }
  },
  NIGHT_MS,
)
