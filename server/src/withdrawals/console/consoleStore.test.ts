import { WITHDRAWAL_STATES } from '@tickmark/core/wallet/withdrawals'
import { bytes, type Edge, id, NOW, type Row, testEdges } from '../../app/audit/edges.testing.ts'
import type { Db } from '../../db/pool.ts'
import { askedWithdrawals, findWithdrawals, type WithdrawalQuery } from './consoleStore.ts'

const { approved, cancelled, requested } = WITHDRAWAL_STATES
const TO = `0xAb${'0'.repeat(38)}`
const OWNER = `0xCd${'0'.repeat(38)}`

const withdrawals = (...rows: Row[]): Row[] =>
  rows.map((row, at) => ({
    nonce: id(at + 1),
    place: at + 1,
    gas_price: 0,
    state: approved,
    destination: TO,
    account: OWNER,
    ...row,
  }))

async function listed(db: Db, more: Partial<WithdrawalQuery> = {}): Promise<number[]> {
  const stuck = { chains: { all: () => [] }, nowMs: NOW }
  const query = { view: 'all', stuck, operator: 'ann', after: null, most: 9, ...more } as const
  return (await askedWithdrawals(db, query)).map((one) => Number(one.place))
}

const EDGES: Edge[] = [
  [
    'operators list withdrawals by every filter, the newest first',
    {
      withdrawal: withdrawals(
        {},
        { state: cancelled },
        { currency: 2, gas_currency: 2 },
        { user_id: 2 },
        { destination: OWNER, account: TO },
        { destination: OWNER.replace('Cd', 'Ef'), account: OWNER.replace('Cd', 'Ef') },
      ),
    },
    async (db) => [
      await listed(db),
      await listed(db, { most: 2 }),
      await listed(db, { after: 3n }),
      await listed(db, { state: 'cancelled' }),
      await listed(db, { currencyId: 2 }),
      await listed(db, { userId: 2 }),
      await listed(db, { begins: '0xef' }),
      await listed(db, { begins: '0xab', userId: 1, currencyId: 1, state: 'approved' }),
    ],
    [[6, 5, 4, 3, 2, 1], [6, 5], [2, 1], [2], [3], [4], [6], [5, 1]],
  ],
  [
    'what waits for operators is listed with the oldest first',
    {
      withdrawal: withdrawals(
        { needs_approval: true, state: requested },
        { needs_approval: true },
        { state: requested },
        { needs_approval: true, state: WITHDRAWAL_STATES.held_new_address },
        { needs_approval: true, state: requested },
      ),
    },
    async (db) => [await listed(db, { view: 'waiting' }), await listed(db, { view: 'waiting', after: 1n })],
    [
      [1, 4, 5],
      [4, 5],
    ],
  ],
  [
    'a search finds withdrawals by id, transaction and destination in any case, the newest first',
    {
      withdrawal: withdrawals({}, { destination: OWNER }, {}, { destination: TO.toLowerCase() }),
      withdrawal_tx: [
        { txid: `0x${'1'.repeat(64)}`, withdrawal: id(2) },
        { txid: `0x${'2'.repeat(64)}`, withdrawal: id(3) },
      ].map((row) => ({ raw: bytes(1), ...row })),
    },
    async (db) => {
      const found = async (text: string, most = 9) =>
        (await findWithdrawals(db, text, most)).map((one) => Number(one.id.slice(-1)))
      return [
        await found(id(2)),
        await found(`0x${'1'.repeat(64)}`.toUpperCase().replace('0X', '0x')),
        await found(TO.toUpperCase()),
        await found(TO, 2),
        await found(OWNER),
        await found(id(9)),
        await found(''),
      ]
    },
    [[2], [2], [4, 3, 1], [4, 3], [2], [], []],
  ],
]

testEdges(EDGES)
