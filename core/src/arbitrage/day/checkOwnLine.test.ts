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

/** The file with more lines of an order: its own again, perhaps changed. */
function withAnother(order: string, change: (text: string) => string = (text) => text): DayFile {
  const own = FILE.payouts.filter((text) => text.includes(order))
  return { ...FILE, payouts: [...FILE.payouts, ...own.map(change)] }
}

/** The file under the name of another day, with or without an order's lines. */
const on = (day: string, file: DayFile = FILE): DayFile => ({ ...file, day })
const [before, after] = [-1, 1].map((days) => (day: string) => {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)
})
if (!before || !after) throw new Error('there are days before and after')
const none = without(old.order, ['payouts', 'earlier'])

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
  ['it has its line twice', withAnother(old.order), signed(old), { ...hold, own_line: 'broken' }],
  [
    'it has another line, of nothing',
    withAnother(old.order, (text) => text.replace(/"amount":"\d+"/, '"amount":"0"')),
    signed(old),
    { ...hold, own_line: 'broken' },
  ],
  ['a line on its first day', on(old.first), signed(old), hold],
  ['a line on its last day', on(old.last), signed(old), hold],
  ['a line before its first day', on(before(old.first)), signed(old), { ...hold, own_line: 'broken' }],
  ['a line after its last day', on(after(old.last)), signed(old), { ...hold, own_line: 'broken' }],
  ['no line before its first day', on(before(old.first), none), signed(old), hold],
  ['no line on its first day', on(old.first, none), signed(old), { ...hold, own_line: 'broken' }],
  ['no line on its last day', on(old.last, none), signed(old), { ...hold, own_line: 'unshown' }],
  ['no line after its last day', on(after(old.last), none), signed(old), hold],
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
