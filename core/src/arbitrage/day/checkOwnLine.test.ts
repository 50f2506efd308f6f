import { hexOf } from '../../bytes.ts'
import { crypto } from '../../receipts/nodeCrypto.testing.ts'
import { expect, test } from 'vitest'
import { checkOwnLine } from './checkOwnLine.ts'
import type { DayFile } from './dayFile.ts'
import { HONEST } from './toldDay.testing.ts'
import { DAY, HOUSE, fileOf } from './toyDay.testing.ts'
import { exitOf, ticketOf, toyHosts, toyOthers } from './toyHosts.testing.ts'
import { hostingText, type HostingStatement } from '../hostings.ts'

const FILE = fileOf(HONEST)
const [old, young] = toyHosts(DAY).map(ticketOf)
const { over, left, brief, next } = toyOthers(DAY)
if (!old || !young) throw new Error('the toy day has hosts')

function signed(statement: HostingStatement, change: object = {}) {
  const signature = hexOf(HOUSE.sign('receipts', hostingText(statement)))
  return { statement, signature, keys: HOUSE.keys, ...change }
}

/** The file without the lines of an order. */
function without(order: string, fields: ('payouts' | 'earlier')[]): DayFile {
  const less = fields.map((name) => [name, FILE[name].filter((text) => !text.includes(order))] as const)
  return { ...FILE, ...Object.fromEntries(less) }
}

const hold = { own_ticket: 'ok', own_line: 'ok' }

test.each([
  ['an old order has its line', FILE, signed(old), hold],
  ['an order of the day before has its first line', FILE, signed(young), hold],
  ['an order whose days are over has none', FILE, signed(ticketOf(over)), hold],
  ['an order that left on the day has none', FILE, signed(ticketOf(left)), hold],
  ['an order that left before its first day has none', FILE, signed(ticketOf(brief)), hold],
  ['an order that begins later has none', FILE, signed(ticketOf(next)), hold],
  ['a line is left out', without(old.order, ['payouts']), signed(old), { ...hold, own_line: 'broken' }],
  [
    'the first line is left out',
    without(young.order, ['payouts']),
    signed(young),
    { ...hold, own_line: 'broken' },
  ],
  [
    'an order is missing on the day before, too',
    without(old.order, ['payouts', 'earlier']),
    signed(old),
    { ...hold, own_line: 'unshown' },
  ],
  [
    'a line has less principal than the ticket',
    FILE,
    signed({ ...old, principal: '10000000001' }),
    { ...hold, own_line: 'broken' },
  ],
  [
    'a line has another upper yield than the ticket',
    FILE,
    signed({ ...old, upperPpm: 301 }),
    { ...hold, own_line: 'broken' },
  ],
  [
    'nobody signed the ticket',
    FILE,
    signed(old, { signature: '0'.repeat(128) }),
    { ...hold, own_ticket: 'broken' },
  ],
  ['it is an exit', FILE, signed(exitOf(left, 36, 1)), { own_ticket: 'broken' }],
  [
    'the ticket is of another log',
    FILE,
    signed(old, { keys: { ...HOUSE.keys, origin: 'other' } }),
    { ...hold, own_ticket: 'broken' },
  ],
  [
    'the house has another key since',
    { ...FILE, keys: { ...HOUSE.keys, receipts: HOUSE.keys.log } },
    signed(old),
    { ...hold, own_ticket: 'unshown' },
  ],
] as const)('a day and a ticket: %s', (_, file, ticket, expected) => {
  const steps = checkOwnLine(file, ticket, crypto).map(({ name, ok, unshown }) => {
    if (unshown) return [name, 'unshown']
    return [name, ok ? 'ok' : 'broken']
  })
  expect(Object.fromEntries(steps)).toEqual(expected)
})
