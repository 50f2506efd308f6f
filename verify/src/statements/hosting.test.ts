import { HOSTING_FORMAT } from '@tickmark/core/arbitrage/hostingPromise'
import { type HostingTicket } from '@tickmark/core/arbitrage/hostings'
import { toyHosting } from '@tickmark/core/arbitrage/toyHosting.testing'
import { testOwner } from '@tickmark/core/consent/owner.testing'
import { CONTRADICTION_FORMAT } from '@tickmark/core/evidence/contradiction'
import { showKeys } from '@tickmark/core/evidence/shownKeys.testing'
import { entryBody, keysText } from '@tickmark/core/log/log'
import { crypto, testCrypto } from '@tickmark/core/receipts/nodeCrypto.testing'
import { expect, test } from 'vitest'
import { EXITS_FORMAT } from '@tickmark/core/evidence/exitFees'
import { run } from '../main.ts'
import { exitsFileOf, refusalFileOf } from './houseFiles.testing.ts'

const AT = Date.parse('2026-11-21T10:00:00Z')
const HOUSE = testCrypto(77)
const OWNER = testOwner(3, AT - 60_000)
const toy = toyHosting(HOUSE, OWNER, AT)
const foreign = toyHosting(testCrypto(78), OWNER, AT)

/** A ticket that matches its owner's signed consent. */
function fileOf(change: Partial<HostingTicket> = {}) {
  return { format: HOSTING_FORMAT, ...toy.stated({ ...toy.ticket, ...change }), consent: toy.placing }
}

/** The house's receipts key after a change, and an answer of getLogHead that shows the change. */
const NEXT = testCrypto(76)
const later = { ...HOUSE.keys, receipts: NEXT.keys.receipts }
const changes = [HOUSE.keys, later].map((named, i) => {
  const entry = { kind: 'keys', seq: 1 + i * 50, at: AT - 3_600_000, ...named } as const
  const signature = Buffer.from(HOUSE.sign('log', keysText(entry))).toString('hex')
  return entryBody({ ...entry, signature })
})

const AFTER = {
  ...fileOf(),
  ...toyHosting(NEXT, OWNER, AT).stated({ ...toy.ticket, number: 9, principal: '1000000000' }),
  keys: later,
}

const refused = refusalFileOf(HOUSE, fileOf().consent, fileOf())
const pair = (...files: object[]) => ({ format: CONTRADICTION_FORMAT, files })
const { origin, log, receipts } = HOUSE.keys
const FILES: Record<string, unknown> = {
  honest: fileOf(),
  unsigned: { ...fileOf({ consent: '' }), consent: null },
  dearer: fileOf({ exitFeePpm: 50_000 }),
  other: fileOf({ order: '00000000-0000-8000-8000-000000000001' }),
  elsewhere: fileOf({ order: '00000000-0000-8000-8000-000000000001', number: 9 }),
  early: fileOf({ at: AT - 2_001 }),
  longer: fileOf({ last: '2027-11-28' }),
  refused,
  second: fileOf({ number: 8 }),
  foreign: { ...fileOf(), ...foreign.stated({ ...toy.ticket, number: 8 }) },
  pair: pair(refused, fileOf()),
  alone: pair(refused, refused),
  half: pair({ ...refused, signature: '0'.repeat(128) }, fileOf()),
  changed: { ...fileOf(), statement: { ...fileOf().statement, principal: '10000000001' } },
  keys: { origin, logKey: log, receiptsKey: receipts },
  changed_keys: { origin, logKey: log, receiptsKey: later.receipts, keyChanges: changes },
  after: AFTER,
  present_keys: { origin, logKey: log, receiptsKey: later.receipts },
  across: {
    ...pair(fileOf(), AFTER),
    changes: showKeys(
      [HOUSE.keys, later].map((keys) => ({ keys, by: HOUSE, under: HOUSE })),
      crypto.sha256,
    ),
  },
  unchanged: pair(fileOf(), AFTER),
  wrong: { origin, logKey: log, receiptsKey: log },
  junk: { format: CONTRADICTION_FORMAT, files: [] },
  exits: exitsFileOf(HOUSE, 3, AT),
  few: exitsFileOf(HOUSE, 2, AT),
  noExits: { format: EXITS_FORMAT, files: [] },
}

test.each([
  ['honest', 0, /100 USDT in the real account[^]*shares from 2026-11-22 to 2026-11-28[^]*HOSTING HOLDS/],
  ['honest --keys keys', 0, /It names the published keys/],
  ['unsigned', 3, /NOT SHOWN[^]*NOT PROVEN/],
  ['dearer', 1, /BROKEN {2}The owner's signature is not for this/],
  ['other', 1, /BROKEN {2}The owner's signature is not for this/],
  ['early', 1, /BROKEN {2}The owner's signature is not for this/],
  ['longer', 2, /Unreadable/],
  ['honest --receipt refused', 1, /cannot be true beside this one[^]*CONTRADICTION/],
  ['refused --receipt honest', 1, /cannot be true beside this one[^]*CONTRADICTION/],
  ['honest --receipt second', 1, /CONTRADICTION: the house has signed two things about hosting/],
  ['honest --receipt after', 0, /it shows nothing here[^]*HOSTING HOLDS/],
  ['honest --receipt after --keys keys', 0, /it shows nothing here[^]*HOSTING HOLDS/],
  ['honest --receipt after --keys changed_keys', 1, /cannot be true beside this one[^]*CONTRADICTION/],
  ['honest --receipt honest', 0, /does not contradict it[^]*HOSTING HOLDS/],
  ['honest --receipt other', 1, /CONTRADICTION/],
  ['honest --receipt foreign', 0, /it shows nothing here[^]*HOSTING HOLDS/],
  ['dearer --receipt honest', 1, /BROKEN: this file does not show that the house signed this/],
  ['honest --receipt elsewhere', 0, /it shows nothing here[^]*HOSTING HOLDS/],
  ['honest --receipt keys', 2, /the receipt file is not what it should be/],
  ['pair', 0, /order 01[^]*refused as busy_day[^]*CONTRADICTION: the house has signed two things/],
  ['unchanged', 1, /have not signed both[^]*BROKEN: this file shows nothing about the house/],
  ['across', 0, /one log had the keys of both[^]*CONTRADICTION: the house has signed two things/],
  ['across --keys present_keys', 0, /Both name the published keys[^]*keys of both[^]*CONTRADICTION/],
  ['across --keys keys', 1, /do not show that one log had[^]*BROKEN: this file shows nothing/],
  ['pair --keys keys', 0, /Both name the published keys[^]*CONTRADICTION/],
  ['pair --keys wrong', 1, /One names other keys[^]*BROKEN: this file shows nothing about the house/],
  ['alone', 1, /Both can be true[^]*BROKEN/],
  ['half', 1, /have not signed both[^]*BROKEN/],
  ['junk', 2, /Unreadable: the contradiction file/],
  ['exits --keys keys', 0, /real account: 1\.5 USDT taken, 1 USDT allowed[^]*receipts key[^]*FEES EXCEEDED/],
  ['exits --keys wrong', 1, /BROKEN {2}One names another log or receipts key/],
  ['exits', 0, /FEES EXCEEDED[^]*add --keys config\.json/],
  ['few', 1, /BROKEN {2}No sign-in[^]*BROKEN: this file shows nothing/],
  ['noExits', 2, /Unreadable: the exits file/],
  ['pair --keys junk', 2, /Unreadable: the keys file/],
  ['exits --keys junk', 2, /Unreadable: the keys file/],
  ['pair --receipt honest', 2, /Usage/],
  ['changed', 1, /BROKEN {2}The answer's signature/],
])('the command on files about hosting, %s, ends with %i', (args, code, says) => {
  const outcome = run(args.split(' '), (name) => JSON.stringify(FILES[name]))
  expect(outcome.text).toMatch(says)
  expect(outcome.code).toBe(code)
})
