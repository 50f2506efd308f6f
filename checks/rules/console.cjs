// Allowed imports within the operators' console.

const { foldersOf, never, only, tests, textsOfConsole } = require('./rule.cjs')

/** The console's folders, and the folders that each may import. Screens and `app` may import all of them. */
const mayImport = {
  format: ['i18n'],
  i18n: [],
  navigation: [],
  api: ['i18n'],
  session: ['api'],
  kit: ['api', 'format', 'i18n', 'navigation', 'session'],
  gate: ['api', 'format', 'i18n', 'kit', 'navigation', 'session'],
}

const rules = [
  ...foldersOf('console', 'console', mayImport, [
    '^(client|ui|core|wire)/src/',
    textsOfConsole,
    'node_modules/',
  ]),
  only(
    'console-without-server',
    'the console knows the server by its contract, and nothing of the page',
    { path: '^console/src/', pathNot: tests },
    ['^(console|client|ui|core|wire)/src/', textsOfConsole, 'node_modules/'],
  ),
  never(
    'page-without-console',
    'the page holds nothing of the console',
    { path: '^(web|ui|client)/' },
    { path: String.raw`^console/|^texts/src/(consoleTexts|[a-z]+/console/)|^wire/src/routes/operators/` },
  ),
  never(
    'screens-are-apart',
    'a screen of the console does not reach into another',
    { path: '^console/src/screens/([^/]+)/', pathNot: tests },
    { path: '^console/src/(screens|app)/', pathNot: '^console/src/screens/$1/' },
  ),
]

module.exports = { rules }
