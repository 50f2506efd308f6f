// Who may import whom in the server: a row for each module, as in the table of ARCHITECTURE.md.

const { builtin, never, neverReach, only, tests } = require('./rule.cjs')

/** The server's modules, and the other modules that each may import. `app/` knows all of them. */
const mayImport = {
  platform: [],
  pricing: ['platform'],
  db: ['platform'],
  http: ['platform', 'db'],
  ledger: ['platform', 'db'],
  operators: ['db'],
  signing: ['platform'],
  market: ['platform', 'db', 'http'],
  accounts: ['platform', 'db', 'http'],
  messages: ['platform', 'db', 'http'],
  limits: ['platform', 'db', 'http'],
  media: ['platform', 'db', 'http'],
  content: ['platform', 'db', 'http', 'media', 'operators'],
  support: ['platform', 'db', 'http', 'media', 'operators'],
  alerts: ['platform', 'db', 'http', 'market'],
  wallet: ['platform', 'db', 'http', 'ledger', 'market', 'swaps'],
  swaps: ['platform', 'db', 'http', 'ledger', 'market', 'wallet'],
  orders: ['platform', 'db', 'http', 'ledger', 'market', 'accounts', 'pricing'],
  chains: ['platform', 'db', 'http', 'ledger', 'accounts'],
  withdrawals: ['platform', 'db', 'http', 'ledger', 'accounts', 'chains', 'signing'],
}

/** Modules that may import wire as well; the others know nothing of requests. */
const knowWire = [
  'http',
  'signing',
  'market',
  'accounts',
  'messages',
  'limits',
  'media',
  'content',
  'support',
  'alerts',
  'wallet',
  'swaps',
  'orders',
  'chains',
  'withdrawals',
]

/** Modules that read addresses and signatures of chains. */
const knowChains = ['accounts', 'chains', 'withdrawals']

/** Files outside the stores that run SQL, or name its types, all the same. */
const runSqlStill = [
  'alerts/alert',
  'ledger/audit',
  'ledger/post',
  'orders/audit',
  'orders/receipts/signedBatches',
  'orders/settling/finishOrders',
  'orders/order/order',
  'orders/placing/placeBatch',
  'orders/receipts/logRoots',
  'swaps/audit',
  'withdrawals/audit',
  'withdrawals/withdrawal/withdrawal',
]

/** Files that tie modules together. */
const composed = [String.raw`/module\.ts$`, String.raw`^server/src/support/subjects\.ts$`]

const desks = { path: String.raw`^server/src/[^/]+/operatorRoutes\.ts$` }

const rules = [
  only('server-without-page', 'the server knows no page', { path: '^server/src/', pathNot: tests }, [
    '^(server|core|wire|chainkit)/src/',
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
    { path: '^server/src/', pathNot: ['^server/src/app/', tests] },
    String.raw`^server/src/[^/]+/(routes|operatorRoutes)\.ts$`,
  ),
  neverReach(
    'no-desk-decides-an-outcome',
    'operators` calls reach neither the log`s writer nor settlement',
    desks,
    String.raw`^server/src/(market/log|orders/settling/settle\w*)\.ts$`,
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
  const chainkit = knowChains.includes(name) ? '|^chainkit/src/' : ''
  return only(
    `module-${name}`,
    `${name} may import ${mayImport[name].join(', ') || 'no other module'}`,
    { path: `^server/src/${name}/`, pathNot: [tests, ...composed] },
    [`^server/src/(${others})/`, `^core/src/${wire}${chainkit}`, 'node_modules/', builtin],
  )
}

module.exports = { mayImport, knowWire, knowChains, rules }
