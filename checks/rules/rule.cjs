// Builds the rules for the lists beside this file. Paths start at the repository's root.

/** Tests and files that help tests. */
const tests = String.raw`\.(test|testing)\.tsx?$`

/** Stands for Node's built-in modules in a list of allowed imports. */
const builtin = Symbol('builtin')

/** The texts that both server and page may import: the filling function, the languages, and the page's own texts. */
const textsOfAll = String.raw`^texts/src/([^/]+\.ts|[a-z]+/[^/]+\.json)$`

/** The same for the console, which has texts of its own. */
const textsOfConsole = String.raw`^texts/src/([^/]+\.ts|[a-z]+/console/[^/]+\.json)$`

/** The files may import only paths that match one of the patterns. */
function only(name, comment, from, allowed) {
  const patterns = [allowed].flat()
  const pathNot = patterns.filter((pattern) => typeof pattern === 'string')
  const to = patterns.includes(builtin)
    ? { pathNot, couldNotResolve: false, dependencyTypesNot: ['core'] }
    : { pathNot, couldNotResolve: false }
  return { name, comment, severity: 'error', from, to }
}

/** The files never import the others. */
function never(name, comment, from, to) {
  return { name, comment, severity: 'error', from, to: typeof to === 'string' ? { path: to } : to }
}

/** The files never import the others, not even through further files. */
function neverReach(name, comment, from, to) {
  return { name, comment, severity: 'error', from, to: { path: to, reachable: true } }
}

/**
 * One rule for each folder of an application: it may import the folders that the table lists for it, and what `allowed`
 * names. `called` is the application's name in the rules.
 */
function foldersOf(application, called, mayImport, allowed) {
  return Object.entries(mayImport).map(([folder, others]) =>
    only(
      `${called}-${folder}`,
      `${folder} may import ${others.join(', ') || `no other folder of the ${called}`}`,
      { path: `^${application}/src/${folder}/`, pathNot: tests },
      [`^${application}/src/(${[folder, ...others].join('|')})/`, ...allowed],
    ),
  )
}

module.exports = { tests, textsOfAll, textsOfConsole, builtin, only, never, neverReach, foldersOf }
