import { HONEST as dayFixture } from '@tickmark/core/arbitrage/day/toldDay.testing'
import { DAY, HOUSE, NAME, fileOf } from '@tickmark/core/arbitrage/day/toyDay.testing'
import { ticketOf, toyHosts } from '@tickmark/core/arbitrage/day/toyHosts.testing'
import { HOSTING_FORMAT } from '@tickmark/core/arbitrage/hostingPromise'
import { hostingText } from '@tickmark/core/arbitrage/hostings'
import { hexOf } from '@tickmark/core/bytes'
import { expect, test } from 'vitest'
import { run, runCommand } from '../main.ts'
import { verdictWith } from './runYield.ts'

const honest = fileOf(dayFixture)
const { entry } = dayFixture
const FILES: Record<string, unknown> = {
  honest,
  hidden: fileOf({ ...dayFixture, market: [] }),
  richer: fileOf({ ...dayFixture, entry: { ...entry, profit: `${entry.profit}0` } }),
  keys: publishedKeys(HOUSE.keys.log),
  others: publishedKeys(HOUSE.keys.receipts),
  junk: { format: 'tickmark-yield/9' },
  ticket: ticketFile(),
  unsigned: { ...ticketFile(), signature: '0'.repeat(128) },
  missing: { ...honest, payouts: honest.payouts.slice(1), earlier: honest.earlier.slice(1) },
}
function publishedKeys(logKey: string) {
  return { origin: HOUSE.keys.origin, logKey, receiptsKey: HOUSE.keys.receipts }
}

/** The ticket of the day's first order. */
function ticketFile() {
  const [host] = toyHosts(DAY)
  if (!host) throw new Error('the toy day has hosts')
  const statement = ticketOf(host)
  const signature = hexOf(HOUSE.sign('receipts', hostingText(statement)))
  return { format: HOSTING_FORMAT, statement, signature, consent: null, head: 'toy\n', keys: HOUSE.keys }
}

const read = (name: string) => JSON.stringify(FILES[name])

/** A house that serves files by path. */
function reachOf(files: Record<string, unknown>) {
  return {
    wait: () => Promise.resolve(),
    fetch: (url: Parameters<typeof fetch>[0]) => {
      const found = url instanceof URL ? files[url.pathname] : undefined
      return Promise.resolve(new Response(JSON.stringify(found), { status: found === undefined ? 404 : 200 }))
    },
  }
}

const URL_OF = 'https://house.example'
const served = { [`/log/yield/${NAME}`]: honest, '/log/yield/2026-11-22': honest }

test.each([
  ['yield honest', 0, /11 trades, 3 moves[^]*Traded again on the revealed day[^]*DAY HOLDS/],
  ['yield honest', 0, /The keys are those that the file names/],
  ['yield honest --keys keys', 0, /It names the published keys[^]*these from the market\.$/m],
  ['yield honest --keys others', 1, /BROKEN {2}It names other keys/],
  ['yield honest --keys junk', 2, /the keys file/],
  ['yield hidden', 3, /NOT SHOWN {2}The venues' books[^]*NOT PROVEN[^]*the house's word/],
  ['yield richer', 1, /BROKEN {2}The day's profit is not the sum[^]*BROKEN {2}What is shared/],
  ['yield junk', 2, /not the file of that day/],
  ['yield honest --line ticket', 0, /The house signed your ticket[^]*The day has your order as[^]*DAY HOLDS/],
  ['yield honest --line unsigned', 1, /BROKEN {2}Your file is no ticket/],
  ['yield missing --line ticket', 1, /NOT SHOWN {2}Your order was already missing/],
  ['yield honest --line junk', 2, /the line file is not the ticket/],
  [`yield ${NAME}`, 2, /Usage/],
  ['yield', 2, /Usage/],
  ['yield honest --policy junk', 2, /Usage/],
  [`yield ${NAME} --url ${URL_OF}`, 0, /DAY HOLDS/],
  [`yield 2026-11-22 --url ${URL_OF}`, 2, /not the file of that day/],
  [`yield 2026-11-23 --url ${URL_OF}`, 2, /answers 404/],
])('the command %s ends with %i', async (args, code, says) => {
  const outcome = await runCommand(args.split(' '), reachOf(served), read)
  expect(outcome.text).toMatch(says)
  expect(outcome.code).toBe(code)
})

test('the JSON report has the steps', async () => {
  const { text } = await runCommand(['yield', 'honest', '--json'], reachOf({}), read)
  expect(JSON.parse(text)).toMatchObject({ verdict: 'holds', trades: 11, moves: 3, steps: { length: 27 } })
  expect(run(['--help']).text).toContain('yield day.json|2026-11-21')
})

test.each([
  ['holds', null, 'holds'],
  ['not_proven', null, 'not_proven'],
  ['broken', null, 'broken'],
  ['holds', 'other_keys', 'not_proven'],
  ['not_proven', 'other_keys', 'not_proven'],
  ['broken', 'other_keys', 'broken'],
  ['holds', 'not_in_log', 'broken'],
  ['not_proven', 'second_yield', 'broken'],
] as const)('a file that is %s, with %s in the log, is %s', (verdict, inLog, all) => {
  expect(verdictWith(verdict, inLog)).toBe(all)
})
