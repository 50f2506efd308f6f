// The table of ARCHITECTURE.md as rules for dependency-cruiser. `checks/modules.test.ts` runs the rules, plants a
// violation of each, and checks that every folder of the server is listed.

const operators = require('./checks/rules/console.cjs')
const everywhere = require('./checks/rules/everywhere.cjs')
const server = require('./checks/rules/server.cjs')
const standalone = require('./checks/rules/standalone.cjs')
const web = require('./checks/rules/web.cjs')

module.exports = {
  forbidden: [...standalone.rules, ...server.rules, ...web.rules, ...operators.rules, ...everywhere.rules],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    moduleSystems: ['es6', 'cjs'],
    doNotFollow: { path: 'node_modules' },
    // Excludes our own build output only. Packages may keep their main file in `dist`: kysely does.
    exclude: { path: '^(dist|coverage)/|^[^/]+/(dist|coverage)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.cjs', '.json'],
    },
  },
}
