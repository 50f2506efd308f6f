import type { HostingFile } from '@tickmark/core/arbitrage/hostingPromise'
import { hostingText, type HostingTicket } from '@tickmark/core/arbitrage/hostings'
import { asciiBytes } from '@tickmark/core/bytes'
import { contradictionAmong } from '@tickmark/core/evidence/contradiction'
import { ONE } from '@tickmark/core/money/money'
import { signerOf } from '@tickmark/server/platform/keys'
import { nodeCrypto } from '@tickmark/verify/crypto/nodeCrypto'
import { runCommand } from '@tickmark/verify/main'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { setCheatingHouse } from '../../support/house/cheatingHouse.ts'
import { newOwner, type Owner } from '../../support/house/owners.ts'

const house = setCheatingHouse()
const DAY_S = 86_400
const TERMS = { mid: 1, version: 1, days: 7, upperPpm: 300, exitFeePpm: 5_000, principal: String(500n * ONE) }

const HOP_S = DAY_S / 4

/** Lets the day after an owner's ticket end and be closed, with a look of his in between, so that his session lives. */
async function endDay({ user }: Owner): Promise<void> {
  const leftS = 2 * DAY_S - (Math.floor(house.clock.nowMs() / 1_000) % DAY_S)
  for (let passed = 0; passed < leftS; passed += HOP_S) {
    await house.pass(Math.min(HOP_S, leftS - passed))
    await user.get('/api/getMyTgOrderList', { query: { book: '1', status: '1' } })
  }
  for (let second = 0; second < 15; second++) await house.pass(1)
}

/** What anybody finds in a day of the programme, and with it the owner who has his ticket. */
function readDay(day: string, files: Record<string, object> = {}) {
  const reach = { fetch, wait: () => Promise.resolve() }
  const line = 'ticket' in files ? ['--line', 'ticket'] : []
  return runCommand(['yield', day, '--url', house.url, '--keys', 'keys', ...line], reach, (name) =>
    name === 'keys' ? house.published : JSON.stringify(files[name]),
  )
}

/** What the two statements are to anybody else. */
async function judge(ticket: HostingFile, line: object) {
  const evidence = contradictionAmong([ticket, line as never], nodeCrypto)
  if (!evidence) return null
  const said = await runCommand(['evidence', '--keys', 'keys'], undefined, (name) =>
    name === 'keys' ? house.published : JSON.stringify(evidence),
  )
  return [said.code, said.text.includes('CONTRADICTION')]
}

async function hosted(owner: Owner): Promise<{ ticket: HostingFile; order: string }> {
  const ticket = await owner.host(TERMS)
  return { ticket, order: ticket.statement.order }
}

test('an honest day has the line of each ticket, and nothing contradicts it', async () => {
  const owner = await newOwner(house)
  const { ticket, order } = await hosted(owner)
  await endDay(owner)
  const line = await owner.line(order)
  expect(await judge(ticket, line)).toBeNull()
  expect(await readDay(line.day, { ticket })).toMatchObject({ code: 0 })
})

test('a house that gives an owner one ticket and logs another contradicts it with its day', async () => {
  const owner = await newOwner(house)
  const { ticket, order } = await hosted(owner)
  const less: HostingTicket = { ...(ticket.statement as HostingTicket), principal: String(400n * ONE) }
  const text = hostingText(less)
  const signature = Buffer.from(signerOf(house.keys.receiptsKey).sign(asciiBytes(text)))
  await house.pastTheGuards(async (tx) => {
    await sql`update hosting_statement set text = ${text}, signature = ${signature} where order_id = ${order}::uuid`.execute(
      tx,
    )
    await sql`update hosting_order set principal = ${less.principal}::bigint where id = ${order}::uuid`.execute(
      tx,
    )
  })
  await endDay(owner)
  const line = await owner.line(order)
  // To whoever has no ticket the day holds: what the house logged agrees with itself.
  expect(await readDay(line.day)).toMatchObject({ code: 0 })
  expect((await readDay(line.day, { ticket })).code).toBe(1)
  expect(await judge(ticket, line)).toEqual([0, true])
})

test('a house that changes an order after it was logged contradicts its log, and anybody finds it', async () => {
  const owner = await newOwner(house)
  const { ticket, order } = await hosted(owner)
  await house.pass(2)
  await house.pastTheGuards((tx) =>
    sql`update hosting_order set upper_ppm = upper_ppm - 1 where id = ${order}::uuid`.execute(tx),
  )
  await endDay(owner)
  const line = await owner.line(order)
  expect((await readDay(line.day)).code).toBe(1)
  expect(await judge(ticket, line)).toEqual([0, true])
})
