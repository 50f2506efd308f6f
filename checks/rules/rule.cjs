// How a rule is written, for the lists beside this file. Paths are from the repository's root.

/** Files that are tests, or that help tests. */
const tests = String.raw`\.(test|testing)\.tsx?$`

/** Stands for Node's own modules in a list of what is allowed. */
const builtin = Symbol('builtin')

/** What both ends may read of the texts: how they are filled, the languages, and the page's own texts. */
const textsOfAll = String.raw`^texts/src/([^/]+\.ts|[a-z]+/[^/]+\.json)$`

/** These files may import only what one of the patterns allows. */
function only(name, comment, from, allowed) {
  const patterns = [allowed].flat()
  const pathNot = patterns.filter((pattern) => typeof pattern === 'string')
  const to = patterns.includes(builtin)
    ? { pathNot, couldNotResolve: false, dependencyTypesNot: ['core'] }
    : { pathNot, couldNotResolve: false }
  return { name, comment, severity: 'error', from, to }
}

/** These files never import those. */
function never(name, comment, from, to) {
  return { name, comment, severity: 'error', from, to: typeof to === 'string' ? { path: to } : to }
}

/** These files never import those, not even through other files. */
function neverReach(name, comment, from, to) {
  return { name, comment, severity: 'error', from, to: { path: to, reachable: true } }
}

module.exports = { tests, textsOfAll, builtin, only, never, neverReach }
