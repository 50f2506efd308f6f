import { describe, expect, test } from 'vitest'
import { startedByLook, withoutComments } from './outlineFiles.ts'

const script = '<script type="module" crossorigin src="/assets/index-1.js"></script>'
const look = '<script src="/look.js" data-socket="/wss"></script>'

describe('the first script', () => {
  test('is fetched with the document and started by look.js, after the files that it imports', () => {
    const [one, two] = ['react', 'wire'].map(
      (name) => `<link rel="modulepreload" crossorigin href="/assets/${name}-1.js">`,
    )
    expect(startedByLook(`<head>${look}${script}\n    ${one}\n    ${two}\n    <meta></head>`)).toBe(
      '<head><script src="/look.js" data-main="/assets/index-1.js" data-socket="/wss"></script>' +
        `${one}\n    ${two}\n    <link rel="modulepreload" crossorigin href="/assets/index-1.js">\n    <meta></head>`,
    )
  })

  test.each([look, script])('must be there, and so must look.js', (only) => {
    expect(() => startedByLook(only)).toThrow('no first script')
  })
})

test('look.js loses its comments and indents, and nothing of its code', () => {
  const script = "// why\n;(function () {\n  // why\n  var at = 'http://local' // not a line\n\n})()\n"
  expect(withoutComments(script)).toBe(";(function () {\nvar at = 'http://local' // not a line\n})()\n")
})
