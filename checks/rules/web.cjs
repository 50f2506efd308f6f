// Who may import whom in the page.

const { never, only, tests, textsOfAll } = require('./rule.cjs')

const rules = [
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
    { path: '^web/src/features/', pathNot: '^web/src/features/$1/' },
  ),
]

module.exports = { rules }
