import { WITHDRAWAL_STATES } from '@tickmark/core/wallet/withdrawals'
import { bytes, DAY, type Edge, id, inTx, NOW, type Row, testEdges } from '../../app/audit/edges.testing.ts'
import type { Db } from '../../db/pool.ts'
import type { CallContext } from '../../http/calls/context.ts'
import { withdrawalOperatorAnswers, type WithdrawalConsoleDeps } from '../operatorRoutes.ts'
import { withdrawalPerson } from '../personPart.ts'
import { CHAIN_ROW, quietChains } from '../withdrawals.testing.ts'
import { askedWithdrawal } from './consoleStore.ts'
import { detailOf } from './views.ts'

const { approved, broadcast, final, requested } = WITHDRAWAL_STATES
const SILENCE_MS = 500
const operators = ['ann', 'ben'].map((address) => {
  return { address, roles: ['admin'], name: `name of ${address}`, invited_ms: 1 }
})
const withdrawals = (...rows: Row[]): Row[] =>
  rows.map((row, at) => ({
    nonce: id(at + 1),
    place: at + 1,
    amount: 150_000_000,
    fee_cap: 50_000_000,
    gas_currency: 3,
    requested_at: NOW,
    address_from: NOW,
    ...row,
  }))

async function shown(db: Db, nth: number, operator = 'ann') {
  const asked = await askedWithdrawal(db, id(nth), operator)
  return asked && detailOf(db, asked, null, { chains: quietChains(), silenceMs: SILENCE_MS })
}

function answers(db: Db) {
  const known: Pick<WithdrawalConsoleDeps, 'chains' | 'addressesOf'> = {
    chains: quietChains(),
    addressesOf: async (_reader, ids) => new Map(ids.map((one) => [one, `address of ${one}`])),
  }
  return withdrawalOperatorAnswers({ ...known, database: { db } } as unknown as WithdrawalConsoleDeps)
}

const HOLD = { case_id: 'C-1', reason: 'owner_asked', user_id: 1 }

const EDGES: Edge[] = [
  [
    'operators see a withdrawal with its votes, steps and transactions, the newest transaction first',
    {
      operator: operators,
      withdrawal: withdrawals({
        state: broadcast,
        address_from: NOW + 1,
        txid: '0x2',
        block: 99,
        fee: null,
      }),
      withdrawal_promise: [{ withdrawal: id(1), signature: bytes(64), text: `{"due": ${NOW + 7}}` }],
      withdrawal_vote: [
        { operator: 'ben', approves: true, at: 5 },
        { operator: 'ann', approves: true, at: 4 },
      ].map((row) => ({ withdrawal: id(1), ...row })),
      withdrawal_step: [
        { state: approved, at: 6 },
        { state: requested, at: 3 },
      ].map((row) => ({ withdrawal: id(1), ...row })),
      withdrawal_slot: [{ withdrawal: id(1), nonce: 7 }],
      withdrawal_tx: [
        { txid: '0x2', made_at: 8 },
        { txid: '0x1', made_at: 7 },
      ].map((row) => ({ withdrawal: id(1), raw: bytes(1), ...row })),
    },
    async (db) => {
      const { withdrawal, votes, steps, payment, addressFrom, mayVote, asked } = (await shown(db, 1)) ?? {}
      return [
        [
          withdrawal?.amount,
          withdrawal?.feeCap,
          withdrawal?.network,
          withdrawal?.dueAt,
          withdrawal?.goesOnAt,
        ],
        votes?.map((one) => one.name),
        steps,
        payment,
        [addressFrom, mayVote, asked],
      ]
    },
    [
      ['1.5', '0.5', CHAIN_ROW.name, NOW + 7, null],
      ['name of ann', 'name of ben'],
      [
        { state: 'requested', at: 3 },
        { state: 'approved', at: 6 },
      ],
      {
        nonce: 7,
        transactions: [
          { txid: '0x2', at: 8 },
          { txid: '0x1', at: 7 },
        ],
        txid: '0x2',
        block: 99,
        confirmations: 2,
        needed: CHAIN_ROW.confirmations,
        fee: null,
        reason: null,
      },
      [NOW + 1, false, null],
    ],
  ],
  [
    'a vote is open to who has not voted, on what waits and was asked about, and what waits tells when it goes on',
    {
      operator: operators,
      withdrawal: withdrawals(
        { state: requested, needs_approval: true },
        { state: requested },
        { state: approved, needs_approval: true },
        { state: final, txid: '0x1', block: 1, fee: 30_000_000, gas: 0 },
      ),
      withdrawal_promise: [],
      withdrawal_vote: [{ withdrawal: id(1), operator: 'ben', approves: true, at: 5 }],
      withdrawal_step: [],
      withdrawal_slot: [],
      withdrawal_tx: [],
    },
    async (db) => {
      const told = async (nth: number, operator = 'ann') => {
        const { withdrawal, mayVote, addressFrom, payment } = (await shown(db, nth, operator)) ?? {}
        return [mayVote, withdrawal?.goesOnAt, addressFrom, payment?.fee]
      }
      return [await told(1), await told(1, 'ben'), await told(2), await told(3), await told(4)]
    },
    [
      [true, NOW + SILENCE_MS, null, null],
      [false, NOW + SILENCE_MS, null, null],
      [false, NOW, null, null],
      [false, null, null, null],
      [false, null, null, '0.3'],
    ],
  ],
  [
    'holds stay listed for thirty days after their end, of one user or of all, the one that ends last first',
    {
      operator: operators,
      security_hold: [
        { until: NOW },
        { case_id: 'C-2', until: NOW + 1, operator: 'ben', at: 6 },
        { case_id: 'C-2', until: NOW + 1, operator: 'ann', at: 5 },
        { case_id: 'C-3', until: NOW + 2, user_id: 2 },
      ].map((row) => ({ ...HOLD, operator: 'ann', ...row })),
    },
    async (db) => {
      const list = async (userId?: number) =>
        (await answers(db).consoleHolds({ userId }, { nowMs: NOW + 30 * DAY } as CallContext)).list
      const [, second] = await list()
      return [
        (await list()).map((one) => [one.caseId, one.owner]),
        (await list(2)).map((one) => one.caseId),
        second?.operators,
      ]
    },
    [
      [
        ['C-3', 'address of 2'],
        ['C-2', 'address of 1'],
      ],
      ['C-3'],
      [
        { operator: 'ann', name: 'name of ann', at: 5 },
        { operator: 'ben', name: 'name of ben', at: 6 },
      ],
    ],
  ],
  [
    'operators see how a user protects the withdrawals, how many there were, and the hold in force',
    {
      authenticator: [
        { user_id: 1, secret: bytes(40), confirmed_at: 1 },
        { user_id: 2, secret: bytes(40) },
      ],
      address_book: [
        { user_id: 1, until: null },
        { user_id: 2, until: NOW },
      ],
      address_book_entry: [{ user_id: 1, address: '0xa', label: 'cold', added_at: 5, usable_at: 6 }],
      security_hold: [{ ...HOLD, operator: 'ann', at: 1, until: NOW + 1, takes_effect: true }],
      withdrawal: withdrawals({}, {}, { user_id: 2 }),
    },
    inTx(async (tx) => [
      await withdrawalPerson.person?.(tx, 1, NOW),
      await withdrawalPerson.person?.(tx, 2, NOW),
      withdrawalPerson.marks?.map((one) => one.mark),
    ]),
    [
      {
        protection: {
          authenticator: true,
          addressBook: true,
          addresses: [{ address: '0xa', label: 'cold', addedAt: 5, usableAt: 6 }],
          holds: [{ caseId: 'C-1', until: NOW + 1 }],
        },
        counts: { withdrawals: 2 },
      },
      {
        protection: { authenticator: false, addressBook: false, addresses: [], holds: [] },
        counts: { withdrawals: 1 },
      },
      ['held'],
    ],
  ],
]

testEdges(EDGES)
