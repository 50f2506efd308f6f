// Who may import whom: the table of ARCHITECTURE.md as rules for dependency-cruiser. `checks/rooms.test.ts` runs them,
// plants a violation of each to prove that it would be noticed, and sees that every folder of the server is listed.

/** The server's rooms, and the other rooms that each may import. `app/` knows all of them. */
const serverRooms = {
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

/** Rooms of the server that speak the wire's language; the others know nothing of requests. */
const speakWire = [
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

/** Stands for Node's own modules in a list of what is allowed. */
const builtin = Symbol('builtin')

const tests = String.raw`\.(test|testing)\.tsx?$`

const forbidden = [
  only(
    'core-is-alone',
    'the rules have no dependency and no platform',
    { path: '^core/src/', pathNot: tests },
    '^core/src/',
  ),
  only('wire-knows-core-and-zod', 'the contract is for both ends', { path: '^wire/src/', pathNot: tests }, [
    '^(wire|core)/src/',
    'node_modules/zod/',
  ]),
  only('verify-knows-core', 'whoever checks us must not need us', { path: '^verify/src/', pathNot: tests }, [
    '^(verify|core)/src/',
    builtin,
  ]),
  only(
    'signer-is-apart',
    'who holds the keys needs nothing of the server',
    { path: '^signer/src/', pathNot: tests },
    ['^(signer|core|wire)/src/', 'node_modules/', builtin],
  ),
  only('server-without-page', 'the server knows no page', { path: '^server/src/', pathNot: tests }, [
    '^(server|core|wire)/src/',
    'node_modules/',
    builtin,
  ]),
  ...Object.keys(serverRooms).map(serverRoom),
  never(
    'sql-has-one-door',
    'SQL is in a room`s store.ts, and in db/',
    {
      path: '^server/src/',
      pathNot: ['^server/src/db/', String.raw`/([a-z]\w*S|s)tore\.ts$`, '/tables.ts$', tests],
    },
    'node_modules/(kysely|pg)/',
  ),
  never(
    'doors-are-opened-by-app',
    'a room`s routes are mounted by app.ts alone',
    { path: '^server/src/', pathNot: ['^server/src/app/', tests] },
    String.raw`^server/src/[^/]+/(routes|operatorRoutes)\.ts$`,
  ),
  {
    name: 'no-desk-decides-an-outcome',
    comment:
      'an operator`s door reaches neither the log`s writer nor settlement, not even through other files',
    severity: 'error',
    from: { path: String.raw`^server/src/[^/]+/operatorRoutes\.ts$` },
    to: { path: String.raw`^server/src/(market/log|orders/settling/settle\w*)\.ts$`, reachable: true },
  },
  {
    name: 'no-desk-touches-limits',
    comment:
      'an operator`s door does not reach what users bind themselves with, not even through other files',
    severity: 'error',
    from: { path: String.raw`^server/src/[^/]+/operatorRoutes\.ts$` },
    to: { path: '^server/src/limits/', reachable: true },
  },
  only(
    'page-without-server',
    'the page knows the server by its contract',
    { path: '^web/src/', pathNot: tests },
    ['^(web|ui|core|wire|verify)/src/', 'node_modules/'],
  ),
  never(
    'ui-knows-no-data',
    'the design system draws what it is given',
    { path: '^ui/src/', pathNot: tests },
    '^(wire|verify|web)/src/',
  ),
  never(
    'features-are-apart',
    'a feature does not reach into another',
    { path: '^web/src/features/([^/]+)/', pathNot: tests },
    { path: '^web/src/features/', pathNot: '^web/src/features/$1/' },
  ),
  never('tests-are-leaves', 'nothing imports a test', {}, String.raw`\.test\.tsx?$`),
  never(
    'test-support-stays-out',
    'what is shipped does not need what tests it',
    { pathNot: [tests, '^(e2e|bench|checks)/', String.raw`^[^/]+\.ts$`] },
    String.raw`\.testing\.ts$|^(e2e|bench|checks)/`,
  ),
  {
    name: 'no-circle',
    comment: 'two files that need each other are one, or three',
    severity: 'error',
    from: {},
    to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only', 'dynamic-import'] } },
  },
  {
    name: 'resolves',
    comment: 'an import leads somewhere',
    severity: 'error',
    from: {},
    to: { couldNotResolve: true },
  },
]

/** From these files only to what one of the patterns allows. */
function only(name, comment, from, allowed) {
  const patterns = [allowed].flat()
  const pathNot = patterns.filter((pattern) => typeof pattern === 'string')
  const to = patterns.includes(builtin)
    ? { pathNot, couldNotResolve: false, dependencyTypesNot: ['core'] }
    : { pathNot, couldNotResolve: false }
  return { name, comment, severity: 'error', from, to }
}

/** From these files never to those. */
function never(name, comment, from, to) {
  return { name, comment, severity: 'error', from, to: typeof to === 'string' ? { path: to } : to }
}

function serverRoom(room) {
  const others = [room, ...serverRooms[room]].join('|')
  const wire = speakWire.includes(room) ? '|^wire/src/' : ''
  return only(
    `room-${room}`,
    `${room} may import ${serverRooms[room].join(', ') || 'no other room'}`,
    {
      path: `^server/src/${room}/`,
      pathNot: [tests, String.raw`/module\.ts$|^server/src/support/subjects\.ts$`],
    },
    [`^server/src/(${others})/`, `^core/src/${wire}`, 'node_modules/', builtin],
  )
}

module.exports = {
  forbidden,
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    moduleSystems: ['es6', 'cjs'],
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|coverage)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.cjs', '.json'],
    },
  },
}
