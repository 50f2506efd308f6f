import { ONE } from '@tickmark/core/money/money'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Cut, cutLine, isStatement } from '../../db/cuts.testing.ts'
import { openDatabase } from '../../db/pool.ts'
import { silentLog } from '../../platform/log.ts'
import {
  answersOf,
  openLending,
  type Application,
  type House,
  type LendingFixture,
} from './lending.testing.ts'

const START_MS = Date.parse('2027-01-15T00:00:00Z')
const usdt = (sum: number) => BigInt(sum) * ONE

let lending: LendingFixture
beforeAll(async () => void (lending = await openLending(START_MS)))
afterAll(() => lending.close())

/** An action of the house in one transaction or more, on a loan that is ready for it. */
interface Step {
  /** Makes a loan for this step alone. */
  ready(): Promise<Application>
  /** Runs the step; also repeated, as the house does after a restart, or the page with the same key. */
  run(one: Application, house: House, key: string): Promise<unknown>
  /** The borrower's balance and messages once it is done. */
  end: { has: bigint; told: string[] }
}

/** A loan of 1,200 in six instalments, the first due when the test looks; `has` is the borrower's balance. */
async function due(has: bigint, days: number): Promise<Application> {
  const one = await lending.borrower({ amount: usdt(1_200), instalments: 6 })
  await lending.give(one.userId, has - usdt(1_200))
  const { clock } = lending.house
  const first = Date.UTC(
    new Date(clock.nowMs()).getUTCFullYear(),
    new Date(clock.nowMs()).getUTCMonth() + 2,
    0,
  )
  clock.advance(first + days * 86_400_000 - clock.nowMs())
  return one
}

const early = ['loan_disbursed']
const STEPS: Record<string, Step> = {
  'paying out': {
    ready: () => lending.application(),
    run: (one, house) => lending.approve(one, house),
    end: { has: usdt(1_200), told: early },
  },
  'collecting an instalment': {
    ready: () => due(usdt(250), 0),
    run: (_, house) => lending.look(house),
    end: { has: usdt(50), told: [...early, 'loan_collected 1'] },
  },
  'announcing the late fee': {
    ready: () => due(usdt(70), 4),
    run: (_, house) => lending.look(house),
    end: { has: usdt(70), told: [...early, 'loan_fee_near 1'] },
  },
  'charging the late fee, and collecting it': {
    async ready() {
      const one = await due(usdt(70), 3)
      await lending.look()
      lending.house.clock.advance(86_400_000)
      return one
    },
    run: (_, house) => lending.look(house),
    end: {
      has: usdt(10),
      told: [...early, 'loan_fee_near 1', 'loan_fee_charged', 'loan_fee_collected 0'],
    },
  },
  'repaying two': {
    ready: () => lending.borrower({ amount: usdt(1_200), instalments: 6 }),
    run: (one, house, key) => repay(one, house, key, 2),
    end: { has: usdt(800), told: early },
  },
  'repaying all': {
    ready: () => lending.borrower({ amount: usdt(1_200), instalments: 6 }),
    run: (one, house, key) => repay(one, house, key, 12),
    end: { has: 0n, told: [...early, 'loan_complete'] },
  },
}

function repay(
  { id, userId }: Application,
  house: House,
  key: string,
  instalments: number,
): Promise<unknown> {
  const ask = { ...lending.ask(userId), idempotencyKey: key }
  return answersOf(house).repayLoan({ applyId: id, instalments, owed: '1200' }, ask)
}

test('wherever paying out, collecting or repaying is cut, at a hundred points, it happens once', async () => {
  let points = 0
  for (const step of Object.values(STEPS)) {
    for (const side of ['before', 'after'] as const) {
      for (let at = 1; await cutAt(step, at, side); at++) points++
    }
  }
  expect(points).toBeGreaterThanOrEqual(100)
  expect(await lending.findings()).toEqual([])
})

/** Cuts a step at a message, repeats it as after a restart, and returns whether the cut came before its end. */
async function cutAt(step: Step, at: number, side: Exclude<Cut, null>): Promise<boolean> {
  const one = await step.ready()
  const key = randomUUID()
  let seen = 0
  const line = await cutLine(lending.test.database, (message) =>
    isStatement(message) && ++seen === at ? side : null,
  )
  const database = openDatabase(line.url, silentLog())
  const outcome = await step.run(one, lending.another(database), key).then(
    () => 'done',
    () => 'cut',
  )
  await database.close()
  const cuts = line.count()
  await line.close()
  expect([outcome, at]).toEqual([cuts === 0 ? 'done' : 'cut', at])
  await step.run(one, lending.house, key)
  await step.run(one, lending.house, key)
  const end = { has: await lending.has(one.userId), told: await lending.told(one.userId) }
  expect({ at, side, ...end }).toEqual({ at, side, ...step.end })
  return cuts > 0
}
