import { expect, test } from 'vitest'
import { formatAmount } from '@tickmark/core/money/money'
import { VENUES } from '@tickmark/core/arbitrage/simulated/venues'
import { operatorArbitrageRoutes } from '@tickmark/wire/routes/operators/arbitrage'
import { programmeTrade } from '@tickmark/wire/schemas/arbitrage'
import * as z from 'zod/mini'
import { askOf } from '../orders/orders.testing.ts'
import { openProgramme } from './arbitrage.testing.ts'
import { lastLine, listLines, tradesToShare } from './lines/lineStore.ts'
import { engineAnswers } from './operatorRoutes.ts'
import { venuesNow } from './programme.ts'
import { tradeView } from './tradeView.ts'

test('users read the newest trades first, and operators stop and start the engine with a reason in their log', async () => {
  const fixture = await openProgramme()
  const engine = fixture.engine()
  const { db } = fixture.test.database
  const answers = engineAnswers(engine.deps)
  const operator = { address: '0x00', name: 'Tess', roles: ['treasurer' as const] }
  const context = { ...askOf(fixture.clock, 1, {}), operator }
  for (let i = 0; i < 3; i++) {
    fixture.goToTrade()
    await engine.look()
  }
  const { number } = await lastLine(db)
  const { texts, total } = await listLines(db, { page: 0, pageSize: 2 })
  const shown = texts.map((text) => tradeView(text, (venue) => VENUES[venue - 1]?.name ?? ''))
  expect([total, shown.map((one) => one.number)]).toEqual([number, [number, number - 1]])
  for (const one of shown) expect(z.parse(programmeTrade, one)).toEqual(one)
  expect((await venuesNow(db, engine.deps)).map((one) => one.name)).toEqual(VENUES.map((one) => one.name))

  const state = await answers.consoleEngine({}, context)
  expect(z.parse(operatorArbitrageRoutes.consoleEngine.reply, state)).toEqual(state)
  const { profit } = await tradesToShare(db, 0, fixture.clock.nowMs() + 1)
  expect(state).toMatchObject({
    engine: { state: 'trading' },
    openRests: 0,
    today: formatAmount(profit),
    limits: { mostTrade: '2500', leastProfit: '0.2', dayLoss: '1000', openRests: 3 },
  })
  expect(await answers.consoleStopEngine({ reason: 'to look at it' }, context)).toMatchObject({
    engine: { state: 'stopped', why: 'operator' },
  })
  fixture.goToTrade()
  await engine.look()
  expect((await lastLine(db)).number).toBe(number)
  expect(await answers.consoleStartEngine({ reason: 'to go on' }, context)).toMatchObject({
    engine: { why: null },
  })
  fixture.goToTrade()
  await engine.look()
  expect((await lastLine(db)).number).toBeGreaterThan(number)
  const log = await db.selectFrom('operator_action').select(['action', 'details']).orderBy('id').execute()
  expect(log.map((one) => one.action)).toEqual(['engine.stop', 'engine.start'])
  expect(log[0]?.details).toContain('to look at it')
  await fixture.close()
})
