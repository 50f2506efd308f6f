// Two folders do not need each other. A configuration of its own: tests reach across folders on purpose, and a rule about
// folders cannot leave single files out.

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
