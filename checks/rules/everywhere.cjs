// Rules for every file.

const { never, tests } = require('./rule.cjs')

const rules = [
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

module.exports = { rules }
