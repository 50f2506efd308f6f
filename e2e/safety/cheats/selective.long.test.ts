import type { ConsentBundle } from '@tickmark/core/consent/bundle'
import { readOrderText } from '@tickmark/core/consent/consentText'
import { refusedAgainst } from '@tickmark/core/record/refusedFigures'
import { REFUSAL_FORMAT } from '@tickmark/core/receipts/answerShape'
import { keyOf } from '@tickmark/server/accounts/sessionKeys'
import { signedAsk } from '@tickmark/server/http/calls/signedAsk'
import { createRefusing } from '@tickmark/server/orders/refusing/refuseSigned'
import { signerOf } from '@tickmark/server/platform/keys'
import { runCommand } from '@tickmark/verify/main'
import type { RecordReport } from '@tickmark/verify/record/record'
import { expect, test } from 'vitest'
import { setCheatingHouse } from '../../support/house/cheatingHouse.ts'
import { newOwner, type Owner } from '../../support/house/owners.ts'
import { foresee } from '../../support/house/winners.ts'

const house = setCheatingHouse()
const DAY_MS = 86_400_000
const COINS = [1, 2, 3, 4]
const MINUTES = 60

/** The house refuses a signed order by its own key, for a reason that nobody can check; its answer as a file. */
async function refuse(owner: Owner, consent: ConsentBundle): Promise<string> {
  const { db } = house.test.database
  const refusing = createRefusing({
    db,
    clock: house.clock,
    signer: signerOf(house.keys.receiptsKey),
    receiptsKeys: () => Promise.resolve([]),
  })
  const key = keyOf(consent.delegation)
  if (!key) throw new Error('the owner delegates')
  const ask = await signedAsk(consent, readOrderText(consent.text), key)
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('address', '=', owner.address)
    .executeTakeFirstOrThrow()
  const stored = await refusing.refuse(
    ask,
    { code: 'market_closed', facts: {} },
    { userId: Number(row.id), book: 'simulated' },
  )
  if (!stored) throw new Error('it was not placed')
  const { refusal, signature } = stored
  const head = house.app.market.head()?.note ?? ''
  return JSON.stringify({
    format: REFUSAL_FORMAT,
    refusal,
    signature,
    consent,
    head,
    keys: house.app.market.keys(),
  })
}

/** Orders up on some coins, one a minute. The house refuses those that `refuses` says; the files of its refusals. */
async function trade(refuses: (wins: boolean, i: number) => boolean): Promise<string[]> {
  const owner = await newOwner(house)
  const files: string[] = []
  for (let i = 0; i < MINUTES; i++) {
    for (const pid of COINS) {
      const wins = foresee(house, pid)?.direction === 'up'
      if (refuses(wins, i)) files.push(await refuse(owner, await owner.sign({ pid, direction: 'up' })))
    }
    await house.pass(67)
  }
  return files
}

/** The record of the day after this one, in which its refusals are told. */
async function recordOfNextDay(): Promise<string> {
  const day = new Date(house.clock.nowMs() + DAY_MS).toISOString().slice(0, 10)
  for (let i = 0; i < 2; i++) await house.pass((DAY_MS - (house.clock.nowMs() % DAY_MS)) / 1_000 + 10)
  const has = async () => (await (await fetch(`${house.url}/log/record`)).text()).includes(day)
  for (let look = 0; look < 30 && !(await has()); look++) await house.pass(1)
  return day
}

async function verify(day: string, ...more: string[]): Promise<{ code: number; report: RecordReport }> {
  const reach = { fetch, wait: () => Promise.resolve() }
  const args = ['record', day, '--url', house.url, '--full', '--json', ...more]
  const { code, text } = await runCommand(args, reach, (name) => name)
  return { code, report: JSON.parse(text) as RecordReport }
}

test(
  'a house that refuses what would win shows more wins among its refusals than chance gives; an honest one does not',
  async () => {
    const honest = await trade((_wins, i) => i % 2 === 0)
    const day = await recordOfNextDay()
    const first = await verify(day, '--receipt', honest[0] ?? '')
    expect([first.code, first.report.problem, first.report.own]).toEqual([0, null, 'told'])
    const fair = refusedAgainst(first.report.read.figures.simulated.refused)
    expect(fair?.decided).toBe(honest.length)
    expect(Math.abs((fair?.won ?? 0) - (fair?.expected ?? 0))).toBeLessThan(4 * (fair?.error ?? 0))

    const cheating = await trade((wins) => wins)
    const second = await verify(await recordOfNextDay())
    expect([second.code, second.report.full?.refused]).toEqual([0, cheating.length])
    const { decided, won, expected, error } = refusedAgainst(
      second.report.read.figures.simulated.refused,
    ) ?? { decided: 0, won: 0, expected: 0, error: 0 }
    expect([decided, won]).toEqual([cheating.length, cheating.length])
    expect(won - expected).toBeGreaterThan(6 * error)
  },
  3 * 3_600_000,
)
