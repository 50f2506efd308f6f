// Allowed imports within the page.

const { foldersOf, never, only, tests, textsOfAll } = require('./rule.cjs')

/** The page's folders, and the folders that each may import. Flows, features and `app` may import all of them. */
const mayImport = {
  state: [],
  navigation: [],
  session: ['state'],
  format: ['session'],
  i18n: ['state', 'session', 'format'],
  api: ['i18n', 'session', 'state'],
  live: ['api', 'session', 'state'],
  browser: ['api', 'session', 'state'],
  watch: ['api', 'i18n', 'live', 'session', 'state'],
  wallets: ['api', 'browser', 'i18n', 'session', 'state', 'watch'],
  entities: ['api', 'session', 'format'],
  receipts: ['api', 'entities', 'session', 'wallets', 'watch'],
  components: ['state', 'navigation', 'session', 'format', 'i18n', 'api', 'browser', 'entities', 'watch'],
}

const rules = [
  ...foldersOf('web', 'page', mayImport, [
    '^(client|ui|core|wire|chainkit|verify)/src/',
    textsOfAll,
    'node_modules/',
  ]),
  only(
    'page-without-server',
    'the page knows the server by its contract',
    { path: '^web/src/', pathNot: tests },
    ['^(web|client|ui|core|wire|verify|chainkit)/src/', textsOfAll, 'node_modules/'],
  ),
  never(
    'ui-knows-no-data',
    'the design system draws what it is given',
    { path: '^ui/src/', pathNot: tests },
    '^(texts|wire|client|verify|web)/src/',
  ),
  only(
    'client-knows-no-page',
    'the client is for any page of ours: what it needs of one is passed in',
    { path: '^client/src/', pathNot: tests },
    ['^(client|ui|core|wire)/src/', textsOfAll, 'node_modules/'],
  ),
  never(
    'features-are-apart',
    'a feature does not reach into another',
    { path: '^web/src/features/([^/]+)/', pathNot: tests },
    { path: '^web/src/(features|app)/', pathNot: '^web/src/features/$1/' },
  ),
  never(
    'flows-are-apart',
    'a flow reaches neither into another nor into a feature',
    { path: '^web/src/flows/([^/]+)/', pathNot: tests },
    { path: '^web/src/(flows|features|app)/', pathNot: '^web/src/flows/$1/' },
  ),
]

module.exports = { rules }
