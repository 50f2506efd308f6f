// Builds the rules for the lists beside this file. Paths start at the repository's root.

/** Tests and files that help tests. */
const tests = String.raw`\.(test|testing)\.tsx?$`

/** Stands for Node's built-in modules in a list of allowed imports. */
const builtin = Symbol('builtin')

/** The texts that both server and page may import: the filling function, the languages, and the page's own texts. */
const textsOfAll = String.raw`^texts/src/([^/]+\.ts|[a-z]+/[^/]+\.json)$`

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

module.exports = { tests, textsOfAll, builtin, only, never, neverReach }
