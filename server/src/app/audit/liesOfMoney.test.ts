import { CURRENCIES } from '@tickmark/core/money/currencies'
import { SPREAD_PPM, SWAP_QUOTE_LIFE_MS } from '@tickmark/core/wallet/swaps'
import { FEED_AGES } from '@tickmark/core/market/feed'
import { ONE } from '@tickmark/core/money/money'
import { KINDS } from '@tickmark/core/ledger/accounts'
import { createHash } from 'node:crypto'
import { ledgerAudit } from '../../ledger/audit.ts'
import { ordersInPauses } from '../../limits/auditStore.ts'
import type { AuditedPart, AuditFacts } from '../../module/auditRule.ts'
import { swapsOffRates, swapsOffTicks, swapTransferGaps } from '../../swaps/auditStore.ts'
import { DAY, id, NOW, type Row } from './edges.testing.ts'
import { placesOf, testLies, unchecked, type Audited, type Lie } from './lies.testing.ts'

const account = (owner: number, kind: keyof typeof KINDS, { book = 0, currency = 1 } = {}) =>
  owner * 1024 + book * 512 + currency * 16 + KINDS[kind]
const [AVAILABLE, HOLD, PRACTICE] = [
  account(1, 'available'),
  account(1, 'hold'),
  account(1, 'available', { book: 1 }),
]
const BANKROLL = account(0, 'bankroll', { book: 1 })

const [LATER, FAR] = [account(2, 'available', { book: 1 }), account(20_000, 'available')]

/** Of the balances, in groups of 2^24 numbers. */
const digestOf = (...groups: string[]) => {
  const sha256 = (given: string | Buffer) => createHash('sha256').update(given).digest()
  return sha256(Buffer.concat(groups.map(sha256))).toString('hex')
}
/** The balances as of then: without what moved later. */
const THEN = `${BANKROLL} 5,${AVAILABLE} 70,${HOLD} 30,${PRACTICE} 50`
const since: AuditedPart = { atMs: NOW, logSize: 0, carried: { balances: digestOf(THEN, `${FAR} 3`) } }

const ledger: Audited = {
  of: 'the ledger',
  tables: {
    transfer: [
      { from_id: 16, to_id: AVAILABLE, amount: 100, cause: 6, at_ms: NOW },
      { from_id: AVAILABLE, to_id: HOLD, amount: 30, cause: 7, at_ms: NOW },
      { from_id: HOLD, to_id: 16, amount: 10, cause: 8, at_ms: NOW + 1 },
      { from_id: 528, to_id: PRACTICE, amount: 50, cause: 3 },
      { from_id: HOLD, to_id: 16, amount: 5, cause: 8, at_ms: NOW + 2 },
      { from_id: 528, to_id: LATER, amount: 4, cause: 3, at_ms: NOW + 1 },
      { from_id: 16, to_id: FAR, amount: 3, cause: 6 },
      { from_id: 528, to_id: BANKROLL, amount: 5, cause: 11 },
    ].map((row, at) => ({ ref: id(at + 1), leg: 0, ...row })),
    account: [
      [AVAILABLE, 70],
      [HOLD, 15],
      [LATER, 4],
      [FAR, 3],
      [PRACTICE, 50],
      [BANKROLL, 5],
      [account(1, 'available', { currency: 2 }), 0],
    ].map(([one, balance]) => ({ id: one, balance })),
  },
  ask: async (tx) => {
    const found: string[] = []
    for (const { number, check } of ledgerAudit.filter((one) => one.number !== 5)) {
      const whole = await check(tx, { since: null, next: null } as AuditFacts)
      found.push(...whole.map(({ where }) => `${number} ${where}`))
      const step = await check(tx, { since, next: null } as AuditFacts)
      // What a rule finds in each of its runs is no matter of steps.
      if (number !== 2)
        found.push(...step.map(({ where }) => `step ${number} ${where.replace(/ of .*/, '')}`))
    }
    return found
  },
  lies: [
    [
      'a balance is more',
      `update account set balance = balance + 1 where id = ${AVAILABLE}`,
      ['1 real USDT', `3 account ${AVAILABLE}`, 'step 3 balances'],
    ],
    [
      'a balance is below zero',
      `${unchecked('account')} update account set balance = -1 where id = ${account(1, 'available', { currency: 2 })}`,
      ['1 real USDC', '2 account 1057', '3 account 1057', 'step 3 balances'],
    ],
    [
      'one balance is less, another more',
      `update account set balance = balance + case id when ${HOLD} then 1 else -1 end where id in (${HOLD}, ${AVAILABLE})`,
      [`3 account ${HOLD}`, `3 account ${AVAILABLE}`, 'step 3 balances'],
    ],
    [
      'an account is gone',
      `delete from account where id = ${BANKROLL}`,
      ['1 simulated USDT', `3 account ${BANKROLL}`, 'step 3 balances'],
    ],
    [
      'an account comes from nowhere',
      `insert into account values (${account(2, 'available')}, 1)`,
      ['1 real USDT', `3 account ${account(2, 'available')}`, 'step 3 balances'],
    ],
    [
      'a transfer is more',
      'update transfer set amount = 31 where cause = 7',
      [`3 account ${HOLD}`, `3 account ${AVAILABLE}`],
    ],
    [
      'a later transfer is more',
      'update transfer set amount = 11 where cause = 8 and amount = 10',
      ['1 real USDT', `3 account ${HOLD}`, 'step 3 balances'],
    ],
    [
      'a transfer is dated later',
      `update transfer set at_ms = ${NOW + 1} where cause = 7`,
      ['step 3 balances'],
    ],
    [
      'money moves to the other book',
      `${unchecked('transfer')} update transfer set to_id = to_id + 512 where cause = 7`,
      [`3 account ${HOLD}`, `3 account ${HOLD + 512}`, `9 transfer ${id(2)}`],
    ],
    [
      'money later becomes another currency',
      `${unchecked('transfer')} update transfer set to_id = 32 where cause = 8 and amount = 10`,
      [`9 transfer ${id(3)}`, `step 9 transfer ${id(3)}`],
    ],
    [
      'money is paid out to its owner',
      `${unchecked('transfer')} update transfer set cause = 8 where cause = 7`,
      ['6 real cause 8'],
    ],
    [
      'a payout is later called a swap',
      `${unchecked('transfer')} update transfer set cause = 9 where cause = 8 and amount = 10`,
      ['6 real cause 9', 'step 6 real cause 9'],
    ],
    [
      'the house grows for real',
      `${unchecked('transfer')} update transfer set from_id = from_id - 512, to_id = to_id - 512 where cause = 11;
        update account set id = id - 512 where id = ${BANKROLL}`,
      ['6 real cause 11', 'step 3 balances'],
    ],
    [
      'the simulated book has a lending pool',
      `${unchecked('transfer')} update transfer set to_id = to_id + 4, cause = 5 where cause = 11;
        update account set id = id + 4 where id = ${BANKROLL}`,
      ['6 simulated cause 5', 'step 3 balances'],
    ],
    [
      'an order moves money by a transfer',
      `${unchecked('transfer')} update transfer set cause = 1, to_id = ${account(0, 'escrow')} where cause = 7;
        update transfer set cause = 2, from_id = ${account(0, 'escrow')} where cause = 8;
        update account set id = ${account(0, 'escrow')} where id = ${HOLD}`,
      ['6 real cause 1', '6 real cause 2', 'step 3 balances', 'step 6 real cause 2'],
    ],
    [
      'a fee of a loan is paid in practice',
      `${unchecked('transfer')} insert into transfer values (${PRACTICE}, ${account(0, 'fees', { book: 1 })}, 1, ${NOW + 3}, '${id(9)}', 13, 0);
        update account set balance = balance - 1 where id = ${PRACTICE};
        insert into account values (${account(0, 'fees', { book: 1 })}, 1)`,
      ['6 simulated cause 13', 'step 6 simulated cause 13'],
    ],
    [
      'all accounts of a book are gone',
      'delete from account where id & 512 <> 0',
      [
        '1 simulated USDT',
        ...[PRACTICE, BANKROLL, LATER].map((one) => `3 account ${one}`),
        'step 3 balances',
      ],
    ],
    [
      'an account is gone that is new',
      `delete from account where id = ${LATER}`,
      ['1 simulated USDT', `3 account ${LATER}`, 'step 3 balances'],
    ],
  ],
}

const [USDT, COIN] = [1, CURRENCIES.find((one) => one.pid !== null && one.id !== 1)?.id ?? 0]
const PID = CURRENCIES.find((one) => one.id === COIN)?.pid ?? 0
const OTHER = CURRENCIES.find((one) => one.pid !== null && one.id > COIN)?.id ?? 0
const OTHER_PID = CURRENCIES.find((one) => one.id === OTHER)?.pid ?? 0
const PRICES = { [PID]: String(3n * ONE), [OTHER_PID]: String(7n * ONE + 1n) }
const lessSpread = (rate: bigint) => (rate * (1_000_000n - BigInt(SPREAD_PPM))) / 1_000_000n
const OLDEST = SWAP_QUOTE_LIFE_MS + FEED_AGES.degraded

const swap = (nth: number, source: number, target: number, rates: [bigint, bigint], at_ms: number): Row => {
  const given = 1_000_000_007n
  const received = (given * rates[0]) / rates[1]
  return {
    id: id(nth),
    user_id: 1,
    book: 0,
    source,
    target,
    given: String(given),
    received: String(received),
    source_rate: String(rates[0]),
    target_rate: String(rates[1]),
    at_ms,
  }
}
const SWAPS = [
  swap(1, USDT, COIN, [lessSpread(ONE), 3n * ONE], NOW + OLDEST),
  swap(2, OTHER, COIN, [lessSpread(7n * ONE + 1n), 3n * ONE], NOW + 5),
  swap(3, COIN, USDT, [lessSpread(3n * ONE), ONE], NOW - 1_000),
]
const inventory = (currency: number) => account(0, 'inventory', { currency })
const STEP: AuditedPart = { atMs: NOW + 5, logSize: 0, carried: {} }

/** A swap and its transfers are so much later. */
const later = (nth: number, ms: number) => `update swap set at_ms = at_ms + ${ms} where id = '${id(nth)}';
  update transfer set at_ms = at_ms + ${ms} where ref = '${id(nth)}'`

const swaps: Audited = {
  of: 'swaps',
  tables: {
    swap: SWAPS,
    transfer: SWAPS.flatMap((one) => {
      const [source, target] = [Number(one['source']), Number(one['target'])]
      return [
        {
          ref: one['id'],
          leg: 0,
          from_id: account(1, 'available', { currency: source }),
          to_id: inventory(source),
          amount: one['given'],
        },
        {
          ref: one['id'],
          leg: 1,
          from_id: inventory(target),
          to_id: account(1, 'available', { currency: target }),
          amount: one['received'],
        },
      ].map((row) => ({ cause: 9, at_ms: one['at_ms'], ...row }))
    }),
    log_entry: [
      { seq: 1, kind: 'tick', at: NOW, body: JSON.stringify({ prices: PRICES }) },
      { seq: 2, kind: 'record', at: NOW + 2 * OLDEST, body: JSON.stringify({ prices: PRICES }) },
      {
        seq: 3,
        kind: 'tick',
        at: NOW + 2 * OLDEST,
        body: JSON.stringify({ prices: { [PID]: '1', [OTHER_PID]: '1' } }),
      },
    ],
  },
  ask: async (tx) => [
    ...(await swapTransferGaps(tx, null, 99)).map(({ ref, leg }) => `${ref}/${leg}`),
    ...(await swapTransferGaps(tx, STEP, 99)).map(({ ref, leg }) => `step ${ref}/${leg}`),
    ...(await swapsOffRates(tx, 99)).map((one) => `sum ${one.id}`),
    ...(await swapsOffTicks(tx, null, 99)).map((one) => `rates ${one.id}`),
    ...(await swapsOffTicks(tx, STEP, 99)).map((one) => `step rates ${one.id}`),
  ],
  lies: [
    ...[0, 1].flatMap((leg): Lie[] => {
      const [where, found] = [
        `where ref = '${id(2)}' and leg = ${leg}`,
        [`${id(2)}/${leg}`, `step ${id(2)}/${leg}`],
      ]
      return [
        [`more by leg ${leg}`, `update transfer set amount = amount + 1 ${where}`, found],
        [`nothing by leg ${leg}`, `delete from transfer ${where}`, found],
        [`another time of leg ${leg}`, `update transfer set at_ms = at_ms + 1 ${where}`, found],
        [
          `another currency by leg ${leg}`,
          `update transfer set from_id = from_id + 16, to_id = to_id + 16 ${where}`,
          found,
        ],
        [
          `another user by leg ${leg}`,
          `update transfer set from_id = from_id + (from_id >= 1024)::int * 1024, to_id = to_id + (to_id >= 1024)::int * 1024 ${where}`,
          found,
        ],
      ]
    }),
    [
      'a swap that nobody asked for',
      `insert into transfer select from_id, to_id, amount, ${NOW + 6}, '${id(9)}', cause, leg from transfer where ref = '${id(1)}' and leg = 0`,
      [`${id(9)}/0`, `step ${id(9)}/0`],
    ],
    [
      'an old one that nobody asked for',
      `insert into transfer select from_id, to_id, amount, ${NOW + 5}, '${id(9)}', cause, leg from transfer where ref = '${id(1)}' and leg = 0`,
      [`${id(9)}/0`],
    ],
    [
      'a unit less than its rates give',
      `${unchecked('swap')} update swap set received = received - 1 where id = '${id(2)}'`,
      [`${id(2)}/1`, `step ${id(2)}/1`, `sum ${id(2)}`],
    ],
    ['a tick that is too old', later(1, 1), [`rates ${id(1)}`, `step rates ${id(1)}`]],
    ['a tick of the future', later(3, -1), [`rates ${id(3)}`]],
    ...[
      ['source_rate', 1],
      ['target_rate', 1],
      ['source_rate', 2],
      ['target_rate', 2],
      ['source_rate', 3],
      ['target_rate', 3],
    ].map(([name, nth]): Lie => {
      const where = id(Number(nth))
      return [
        `another ${name} of swap ${nth}`,
        `${unchecked('swap')} update swap set ${name} = ${name} + 1 where id = '${where}'`,
        [`sum ${where}`, `rates ${where}`, ...(nth === 1 ? [`step rates ${where}`] : [])],
      ]
    }),
    [
      'prices that are no tick',
      `update log_entry set kind = 'record' where seq = 1`,
      [1, 2, 3].map((nth) => `rates ${id(nth)}`).concat(`step rates ${id(1)}`),
    ],
  ],
}

const accepted = (at_ms: number, user_id = 1, nth = 1): Row => ({
  id: orderId(at_ms, nth),
  key: id(nth),
  user_id,
  accepted_at_ms: at_ms,
  due_at_ms: at_ms + 60_000,
  book: 0,
  direction: 0,
  duration_id: 110,
})
/** An id that begins with its time, as those of signed orders do. */
function orderId(atMs: number, nth: number): string {
  const hex = atMs.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-${String(nth).padStart(12, '0')}`
}
const PLACED = accepted(NOW)['id'] as string

const pauses: Audited = {
  of: 'pauses',
  tables: {
    // The first row ends by its break, the second by its exclusion, exactly when an order is accepted.
    user_break: [
      { user_id: 1, until_ms: NOW, excluded_until_ms: NOW - 1, changed_at_ms: NOW - DAY },
      { user_id: 2, until_ms: NOW - 1, excluded_until_ms: NOW, changed_at_ms: NOW - DAY },
      { user_id: 3, until_ms: NOW + DAY, excluded_until_ms: 0, changed_at_ms: NOW - 1_000 },
    ],
    placed_order: [1, 2, 3, 4].map((user) => ({ ...accepted(NOW, user, user) })),
  },
  ask: async (tx) => placesOf(await ordersInPauses(tx)),
  lies: [
    [
      'a break is longer',
      'update user_break set until_ms = until_ms + 1 where user_id = 1',
      [`order ${PLACED}`],
    ],
    [
      'an exclusion is longer',
      'update user_break set excluded_until_ms = excluded_until_ms + 1 where user_id = 2',
      [`order ${orderId(NOW, 2)}`],
    ],
    [
      'a pause began a moment earlier',
      'update user_break set changed_at_ms = changed_at_ms - 1 where user_id = 3',
      [`order ${orderId(NOW, 3)}`],
    ],
    [
      'an order was signed before the pause and accepted in it',
      `update placed_order set id = '${orderId(NOW - 6_001, 3)}' where user_id = 3; update user_break set changed_at_ms = changed_at_ms - 1 where user_id = 3`,
      [`order ${orderId(NOW - 6_001, 3)}`],
    ],
  ],
}

testLies([ledger, swaps, pauses])
