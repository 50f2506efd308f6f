import { asciiBytes, hexOf } from '@tickmark/core/bytes'
import { keysText, type LogEntry } from '@tickmark/core/log/log'
import { signerOf } from '@tickmark/server/platform/keys'
import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { setCheatingHouse } from '../../support/house/cheatingHouse.ts'
import { newWatcher } from '../../support/house/watchers.ts'
import { HONEST, judgeAll, placeWinners } from '../../support/house/winners.ts'

const house = setCheatingHouse()
const ORDERS = 1_000
/** Ends only a test that hangs: a thousand orders take many minutes on a busy machine. */
const NIGHT_MS = 3 * 3_600_000
const AT_ONCE = 50

/** The log as if it had begun with another key, which the former one has not signed. */
const begunWith = (logKey: Uint8Array) => (entries: readonly LogEntry[]) =>
  entries.map((entry): LogEntry => {
    if (entry.kind !== 'keys') return entry
    const signer = signerOf(logKey)
    const { signature: _, ...named } = { ...entry, log: signer.publicKey }
    return { ...named, signature: hexOf(signer.sign(asciiBytes(keysText(named)))) }
  })

test(
  'a house that changes its log’s key, as if it always had that one, shows other keys than it published',
  async () => {
    const watcher = newWatcher(house)
    expect(await watcher.look()).toMatchObject({ kind: 'fine' })
    const honest = await placeWinners(house, AT_ONCE)
    await house.pass(67)
    expect(await judgeAll(house, honest)).toEqual(HONEST)
    await house.stop()
    house.changeKeys({ logKey: randomBytes(32).toString('hex') })
    await house.rewrite(begunWith(house.keys.logKey))
    for (let placed = 0; placed < ORDERS; placed += AT_ONCE) {
      const winners = await placeWinners(house, AT_ONCE)
      await house.pass(67)
      expect(await judgeAll(house, winners)).toEqual({ outcome: 'won', verdict: 'broken', failed: ['keys'] })
    }
    expect(await watcher.look()).toMatchObject({ kind: 'alarm', problem: 'wrong_key' })
  },
  NIGHT_MS,
)
