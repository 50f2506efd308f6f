import type { HostingFile } from '@tickmark/core/arbitrage/hostingPromise'
import { exitFeeOf } from '@tickmark/core/arbitrage/sharing'
import { exitsBeyond } from '@tickmark/core/evidence/exitFees'
import { ONE } from '@tickmark/core/money/money'
import { transact } from '@tickmark/server/db/transact'
import { insertVersion } from '@tickmark/server/hosting/products/productStore'
import { nodeCrypto } from '@tickmark/verify/crypto/nodeCrypto'
import { run } from '@tickmark/verify/main'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { setCheatingHouse } from '../../support/house/cheatingHouse.ts'
import { newOwner, type Terms } from '../../support/house/owners.ts'

const house = setCheatingHouse()
/** What the sign-in text allows early exits to take in all. */
const ALLOWED = 5_000n * ONE
/** A new version of the first product, with the highest fee that a product may have. */
const DEAR = { mid: 1, version: 2, days: 7, upperPpm: 300, exitFeePpm: 50_000 }

/** What a stranger with the published keys finds in a file. */
function judge(file: object) {
  return run(['file.json', '--keys', 'config.json'], (path) =>
    path === 'file.json' ? JSON.stringify(file) : house.published,
  )
}

test('a house that takes more for early exits than its owner allowed has signed each of them', async () => {
  const least = 100n * ONE
  await transact(house.test.database.db, (tx) =>
    insertVersion(tx, {
      ...DEAR,
      least,
      most: 20_000n * ONE,
      upperPpm: 300n,
      exitFeePpm: 50_000n,
      isOpen: true,
      fromMs: house.clock.nowMs(),
    }),
  )
  await house.pass(2)
  const owner = await newOwner(house)
  const kept: HostingFile[] = []
  let [has, taken] = [10_000n * ONE, 0n]
  const feeNow = () => exitFeeOf(has, BigInt(DEAR.exitFeePpm))
  const leave = async (again: () => Promise<HostingFile>) => {
    const exit = await again()
    kept.push(exit)
    taken += feeNow()
    has -= feeNow()
    expect(exit.statement).toMatchObject({ kind: 'exit', back: String(has) })
  }
  const host = async () => {
    const ticket = await owner.host({ ...DEAR, principal: String(has) } satisfies Terms)
    kept.push(ticket)
    return ticket.statement.order
  }
  while (taken + feeNow() <= ALLOWED) {
    const order = await host()
    await leave(() => owner.exit(order))
  }
  // An honest house goes up to what was allowed, and no further.
  expect(exitsBeyond(kept, nodeCrypto)).toBeNull()
  const order = await host()
  await expect(owner.exit(order)).rejects.toThrow('exit_fees_exceeded')
  // It forgets what it has taken, and its own program finds nothing in the way.
  await house.pastTheGuards((tx) => sql`delete from order_consent where closes and hosts`.execute(tx))
  await leave(() => owner.exit(order))
  // Each statement alone is within what was allowed.
  for (const one of kept)
    expect(judge(one)).toMatchObject({ code: 0, text: expect.stringContaining('HOSTING HOLDS') as string })
  const found = exitsBeyond(kept, nodeCrypto)
  expect(found).toMatchObject({ book: 'simulated', taken, most: ALLOWED })
  expect(judge(found?.evidence ?? {})).toMatchObject({
    code: 0,
    text: expect.stringContaining('FEES EXCEEDED: the house has signed') as string,
  })
})
