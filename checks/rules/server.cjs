// Who may import whom in the server: a row for each module, as in the table of ARCHITECTURE.md.

const { builtin, never, neverReach, only, tests } = require('./rule.cjs')

/** The server's modules, and the other modules that each may import. `app.ts` and `main.ts` know all of them. */
const mayImport = {
  db: [],
  http: ['db'],
  ledger: ['db'],
  market: ['db', 'http'],
  accounts: ['db', 'http'],
  pricing: ['db', 'market'],
  orders: ['db', 'http', 'ledger', 'market', 'accounts', 'pricing'],
  chains: ['db', 'http', 'ledger', 'accounts'],
  withdrawals: ['db', 'http', 'ledger', 'accounts', 'pricing', 'chains'],
  wallet: ['db', 'http', 'ledger', 'market', 'accounts', 'pricing'],
  operators: ['db'],
  media: ['db', 'http'],
  content: ['db', 'http', 'media', 'operators'],
  messages: ['db', 'http'],
  alerts: ['db', 'http', 'market'],
  support: ['db', 'http', 'media', 'operators'],
  limits: ['db', 'http'],
}

/** Modules that may import wire as well; the others know nothing of requests. */
const knowWire = [
  'http',
  'market',
  'accounts',
  'orders',
  'chains',
  'withdrawals',
  'wallet',
  'media',
  'content',
  'messages',
  'alerts',
  'support',
  'limits',
]

/** Files of the server that belong to no module and that every module may use. */
const commons = ['clock', 'log', 'keys', 'coalesced']

/** Files outside the stores that run SQL, or name its types, all the same. */
const runSqlStill = [
  'alerts/alert',
  'ledger/audit',
  'ledger/post',
  'orders/audit',
  'orders/batches',
  'orders/finish',
  'orders/order',
  'orders/placeOrders',
  'orders/tickets',
  'wallet/audit',
  'withdrawals/audit',
  'withdrawals/withdrawal',
]

const desks = { path: String.raw`^server/src/[^/]+/desk\.ts$` }

const rules = [
  only('server-without-page', 'the server knows no page', { path: '^server/src/', pathNot: tests }, [
    '^(server|core|wire)/src/',
    'node_modules/',
    builtin,
  ]),
  ...Object.keys(mayImport).map(moduleRule),
  never(
    'sql-has-one-door',
    'SQL is in a module`s stores, and in db/',
    {
      path: '^server/src/',
      pathNot: [
        '^server/src/db/',
        String.raw`/([a-z]\w*S|s)tore\.ts$`,
        String.raw`/tables\.ts$`,
        String.raw`^server/src/(${runSqlStill.join('|')})\.ts$`,
        tests,
      ],
    },
    'node_modules/(kysely|pg)/',
  ),
  never(
    'doors-are-opened-by-app',
    'a module`s routes are mounted by app.ts alone',
    { path: '^server/src/', pathNot: [String.raw`^server/src/app\.ts$`, tests] },
    String.raw`^server/src/[^/]+/(routes|desk)\.ts$`,
  ),
  neverReach(
    'no-desk-decides-an-outcome',
    'operators` calls reach neither the log`s writer nor settlement',
    desks,
    String.raw`^server/src/(market/log|orders/settle\w*)\.ts$`,
  ),
  neverReach(
    'no-desk-touches-limits',
    'operators` calls do not reach the limits that users set for themselves',
    desks,
    '^server/src/limits/',
  ),
]

function moduleRule(name) {
  const others = [name, ...mayImport[name]].join('|')
  const wire = knowWire.includes(name) ? '|^wire/src/' : ''
  return only(
    `module-${name}`,
    `${name} may import ${mayImport[name].join(', ') || 'no other module'}`,
    { path: `^server/src/${name}/`, pathNot: tests },
    [
      String.raw`^server/src/((${others})/|(${commons.join('|')})\.ts$)`,
      `^core/src/${wire}`,
      'node_modules/',
      builtin,
    ],
  )
}

module.exports = { mayImport, knowWire, rules }
