// Allowed imports between the server's modules: a row for each module, as in the table of ARCHITECTURE.md.

const { builtin, never, neverReach, only, tests } = require('./rule.cjs')

/** The server's modules, and the modules that each may import. `app/` may import all of them. */
const mayImport = {
  platform: [],
  pricing: ['platform'],
  db: ['platform'],
  http: ['platform'],
  module: ['platform', 'db', 'http'],
  ledger: ['platform', 'db', 'module'],
  operators: ['db'],
  signing: ['platform', 'module'],
  market: ['platform', 'db', 'http', 'module'],
  accounts: ['platform', 'db', 'http', 'module'],
  messages: ['platform', 'db', 'http', 'module'],
  limits: ['platform', 'db', 'http', 'module'],
  media: ['platform', 'db', 'http', 'module'],
  content: ['platform', 'db', 'http', 'module', 'media', 'operators'],
  support: ['platform', 'db', 'http', 'module', 'media', 'operators'],
  alerts: ['platform', 'db', 'http', 'module', 'market'],
  wallet: ['platform', 'db', 'http', 'module', 'ledger', 'market'],
  swaps: ['platform', 'db', 'http', 'module', 'ledger', 'market'],
  orders: ['platform', 'db', 'http', 'module', 'ledger', 'market', 'pricing'],
  chains: ['platform', 'db', 'http', 'module', 'ledger'],
  withdrawals: ['platform', 'db', 'http', 'module', 'ledger', 'chains', 'signing', 'market', 'operators'],
  loans: ['platform', 'db', 'http', 'module', 'ledger', 'media', 'operators'],
  arbitrage: ['platform', 'db', 'http', 'module', 'ledger', 'market', 'operators'],
  hosting: ['platform', 'db', 'http', 'module', 'ledger', 'market', 'operators'],
  record: ['platform', 'db', 'http', 'module', 'market', 'orders'],
  console: ['platform', 'db', 'http', 'module', 'operators'],
  treasury: ['platform', 'db', 'http', 'module', 'ledger', 'chains'],
  overview: ['platform', 'db', 'http', 'module'],
}

/** Modules that may also import wire; the others know nothing of requests. */
const knowWire = [
  'http',
  'module',
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
  'loans',
  'arbitrage',
  'hosting',
  'record',
  'console',
  'treasury',
  'overview',
]

/** Modules that may read addresses and signatures of chains. */
const knowChains = ['accounts', 'chains', 'withdrawals', 'loans', 'console']

/** Operators' calls, and the effects of their proposals. */
const operatorRoutes = {
  path: [
    String.raw`^server/src/[^/]+/operatorRoutes\.ts$`,
    String.raw`^server/src/(treasury|(chains|withdrawals)/console|market/rules)/\w+\.ts$`,
    String.raw`^server/src/(arbitrage/changeLimits|hosting/products/changeProduct)\.ts$`,
  ],
  pathNot: tests,
}

const rules = [
  only('server-without-page', 'the server knows no page', { path: '^server/src/', pathNot: tests }, [
    '^(server|core|texts|wire|chainkit)/src/',
    'node_modules/',
    builtin,
  ]),
  ...Object.keys(mayImport).map(moduleRule),
  never(
    'sql-has-one-door',
    'SQL is in a module`s stores, and in db/',
    {
      path: '^server/src/',
      pathNot: ['^server/src/db/', String.raw`/([a-z]\w*S|s)tore\.ts$`, String.raw`/tables\.ts$`, tests],
    },
    'node_modules/(kysely|pg)/',
  ),
  never(
    'app-is-opened-by-main',
    'composition knows all modules, and only the program knows composition',
    { path: '^server/src/', pathNot: ['^server/src/app/', String.raw`^server/src/main\.ts$`, tests] },
    '^server/src/app/',
  ),
  never(
    'modules-are-opened-by-compose',
    'a module is opened in the list of all modules',
    { path: '^server/src/', pathNot: [String.raw`^server/src/app/compose\.ts$`, tests] },
    { path: String.raw`^server/src/[^/]+/module\.ts$`, pathNot: '^server/src/module/' },
  ),
  never(
    'routes-are-opened-by-their-module',
    'a module hands out its own routes',
    { path: '^server/src/', pathNot: [String.raw`^server/src/[^/]+/module\.ts$`, tests] },
    String.raw`^server/src/[^/]+/(routes|operatorRoutes)\.ts$`,
  ),
  neverReach(
    'no-operator-decides-an-outcome',
    'operators` calls reach neither the log`s writer nor settlement',
    operatorRoutes,
    String.raw`^server/src/(market/log/\w+|orders/settling/settle\w*)\.ts$`,
  ),
  neverReach(
    'no-operator-touches-limits',
    'operators` calls do not reach the limits that users set for themselves',
    operatorRoutes,
    '^server/src/limits/',
  ),
]

function moduleRule(name) {
  const others = [name, ...mayImport[name]].join('|')
  const wire = knowWire.includes(name) ? '|^(texts|wire)/src/' : ''
  const chainkit = knowChains.includes(name) ? '|^chainkit/src/' : ''
  return only(
    `module-${name}`,
    `${name} may import ${mayImport[name].join(', ') || 'no other module'}`,
    { path: `^server/src/${name}/`, pathNot: tests },
    [`^server/src/(${others})/`, `^core/src/${wire}${chainkit}`, 'node_modules/', builtin],
  )
}

module.exports = { mayImport, knowWire, knowChains, rules }
