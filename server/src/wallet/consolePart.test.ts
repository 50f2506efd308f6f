import { KINDS } from '@tickmark/core/ledger/accounts'
import { ONE } from '@tickmark/core/money/money'
import { type Edge, inTx, testEdges } from '../app/audit/edges.testing.ts'
import { walletConsolePart } from './consolePart.ts'
import type { WalletDeps } from './ports.ts'

const [USDT, ETH, BTC] = [1, 3, 4]
const account = (userId: number, book: 0 | 1, currency: number, kind: number, units: number) => ({
  id: userId * 1024 + book * 512 + currency * 16 + kind,
  balance: Number(ONE) * units,
})
/** ETH at 2 USDT, BTC without a price, and 5 USDT of the simulated book in a product. */
const part = walletConsolePart({
  prices: { price: (pid) => (pid === 2 ? 2n * ONE : null) } as WalletDeps['prices'],
  funds: [
    {
      held: async (_tx, { book }) => {
        return book === 'simulated' ? new Map([[USDT, 5n * ONE]]) : new Map<number, bigint>()
      },
    },
    { kinds: ['hold'] },
  ],
})

const EDGES: Edge[] = [
  [
    'operators see what a user has in each book: what is free, all of it, and what is in products',
    {
      account: [
        account(1, 0, USDT, KINDS.hold, 3),
        account(1, 0, ETH, KINDS.available, 4),
        account(1, 1, USDT, KINDS.available, 1),
        account(1, 1, BTC, KINDS.available, 9),
        account(1, 1, ETH, KINDS.available, 0),
        account(2, 0, USDT, KINDS.available, 7),
      ],
    },
    inTx(async (tx) => (await part.person?.(tx, 1, 0))?.books),
    [
      {
        book: 'real',
        total: '11',
        inProducts: '0',
        holdings: [
          { currency: 'USDT', available: '0', amount: '3', value: '3' },
          { currency: 'ETH', available: '4', amount: '4', value: '8' },
        ],
      },
      {
        book: 'simulated',
        total: '6',
        inProducts: '5',
        holdings: [
          { currency: 'USDT', available: '1', amount: '6', value: '6' },
          { currency: 'BTC', available: '9', amount: '9', value: '0' },
        ],
      },
    ],
  ],
]

testEdges(EDGES)
