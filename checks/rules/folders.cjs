// No two folders import each other. This is a separate configuration: tests import across folders on purpose, and a
// rule for folders cannot exclude single files.

const { options } = require('../../modules.cjs')
const { tests } = require('./rule.cjs')

module.exports = {
  forbidden: [
    {
      name: 'no-circle-of-folders',
      comment: 'two folders that need each other are one, or three',
      severity: 'error',
      scope: 'folder',
      from: {},
      to: { circular: true },
    },
  ],
  options: { ...options, exclude: { path: `${options.exclude.path}|${tests}` } },
}
