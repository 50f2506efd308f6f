/**
 * Measures the arbitrage programme's earnings: a year of simulated days, traded by the engine's own rules. Writes the picture.
 *
 * node bench/arbitrageYear.ts [days] [picture]
 */
import { openingHoldings } from '@tickmark/core/arbitrage/holdings'
import { simulateDay } from '@tickmark/core/arbitrage/simulateDay'
import { simulatedWorld } from '@tickmark/core/arbitrage/simulated/world'
import { OPENING } from '@tickmark/core/arbitrage/moves'
import { pidOfCurrency } from '@tickmark/core/arbitrage/currencies'
import { OPENING_PRODUCTS } from '@tickmark/core/arbitrage/programme'
import { closeDay } from '@tickmark/core/arbitrage/sharing'
import { profitOf } from '@tickmark/core/arbitrage/day/soundTrade'
import { DAY_SECONDS, dayName, masterWorld } from '@tickmark/core/market/simulated/prices'
import { formatAmount, ONE } from '@tickmark/core/money/money'
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { argument, size } from './support/size.ts'
import { yearPicture } from './support/pictures/yearPicture.ts'

const FIRST_DAY = 20_454
const DAYS = argument(1, 365, 1)
const PICTURE =
  process.argv[3] ?? (size(1, 0) === 0 ? null : new URL('../docs/arbitrage-year.svg', import.meta.url))

/** One day as the programme closes it; parts of the capital are in millionths. */
interface Day {
  name: string
  trades: number
  losing: number
  profit: bigint
  pool: bigint
  profitPpm: number
  poolPpm: number
  stopped: boolean
}

const sha256 = (data: Uint8Array) => new Uint8Array(createHash('sha256').update(data).digest())
const world = simulatedWorld(masterWorld(new Uint8Array(32).fill(11), FIRST_DAY, sha256))
const capital = [...OPENING].reduce((sum, [currency, amount]) => {
  const pid = pidOfCurrency(currency)
  const price = pid === null ? ONE : world.index(pid, FIRST_DAY * DAY_SECONDS)
  return sum + (5n * amount * price) / ONE
}, 0n)

const days = tradeYear()
if (PICTURE) {
  const lines = OPENING_PRODUCTS.map((one) => ({ name: `${one.days} days`, ppm: Number(one.upperPpm) }))
  writeFileSync(PICTURE, yearPicture(days, lines))
}
printYear(days)

/** Trades day after day with the holdings left by the day before, and closes each day as the programme does. */
function tradeYear(): Day[] {
  const found: Day[] = []
  const holdings = openingHoldings()
  // A trade counts on the day on which it ended.
  let [over, carried] = [0n, 0n]
  for (let i = 0; i < DAYS; i++) {
    const day = FIRST_DAY + i
    const { lines, stopped } = simulateDay({ world, day, holdings })
    const endMs = (day + 1) * DAY_SECONDS * 1000
    const [own, next] = [lines.filter(({ at }) => at < endMs), lines.filter(({ at }) => at >= endMs)]
    const profit = over + sumOf(own.map(profitOf))
    over = sumOf(next.map(profitOf))
    const closed = closeDay(profit, carried)
    carried = closed.carried
    const trades = lines.filter((one) => one.kind === 'trade')
    found.push({
      name: dayName(day),
      trades: trades.length,
      losing: trades.filter((one) => profitOf(one) < 0n).length,
      profit,
      pool: closed.pool,
      profitPpm: ppmOf(profit),
      poolPpm: ppmOf(closed.pool),
      stopped: stopped !== null,
    })
    if (process.stderr.isTTY || i % 30 === 0) console.error(`${dayName(day)}: ${formatAmount(profit)} USDT`)
  }
  return found
}

function sumOf(amounts: readonly bigint[]): bigint {
  return amounts.reduce((sum, one) => sum + one, 0n)
}

function ppmOf(amount: bigint): number {
  return Number((amount * 1_000_000_000n) / capital) / 1000
}

function printYear(year: readonly Day[]): void {
  const mean = (values: readonly number[]) =>
    values.reduce((sum, one) => sum + one, 0) / Math.max(values.length, 1)
  const pools = year.map((one) => one.poolPpm).toSorted((a, b) => a - b)
  const percent = (ppm: number) => `${(ppm / 10_000).toFixed(4)} %`
  const rows: [string, string | number][] = [
    ['days', year.length],
    ['capital, USDT', formatAmount((capital / ONE) * ONE)],
    ['trades', year.reduce((sum, one) => sum + one.trades, 0)],
    ['trades that lost', year.reduce((sum, one) => sum + one.losing, 0)],
    ['days of loss', year.filter((one) => one.profit < 0n).length],
    ['days that paid nothing', year.filter((one) => one.pool === 0n).length],
    ['days on which the engine stopped', year.filter((one) => one.stopped).length],
    ['profit, USDT', formatAmount(sumOf(year.map((one) => one.profit)))],
    ['shared, USDT', formatAmount(sumOf(year.map((one) => one.pool)))],
    ['profit of a day by capital, mean', percent(mean(year.map((one) => one.profitPpm)))],
    ['worst day', percent(Math.min(...year.map((one) => one.profitPpm)))],
    ['best day', percent(Math.max(...year.map((one) => one.profitPpm)))],
    ['pool of a day by capital, mean', percent(mean(pools))],
    ['pool of a day by capital, median', percent(pools[Math.floor(pools.length / 2)] ?? 0)],
    ['pool of the best day by capital', percent(pools.at(-1) ?? 0)],
    ...OPENING_PRODUCTS.map(({ days: length, upperPpm }): [string, string] => {
      const upper = Number(upperPpm)
      const reached = year.filter(({ poolPpm }) => poolPpm >= upper).length
      const paid = mean(year.map(({ poolPpm }) => Math.min(poolPpm, upper)))
      return [
        `${length} days, at most ${percent(upper)} a day, with as much hosted as there is capital`,
        `reached on ${reached} days, ${percent(paid)} a day on average`,
      ]
    }),
  ]
  for (const [name, value] of rows) console.log(`${name}: ${value}`)
}
