import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'

type Hook = (node: Element) => void

/** The purifier's part that is ours: what it allows, and what happens to each element after that. */
async function load() {
  const seen: { hook: Hook; allowed: object } = { hook: () => {}, allowed: {} }
  vi.doMock('dompurify', () => ({
    default: () => ({
      addHook: (name: string, hook: Hook) => {
        if (name === 'afterSanitizeAttributes') seen.hook = hook
      },
      sanitize(html: string, allowed: object) {
        seen.allowed = allowed
        return `clean ${html}`
      },
    }),
  }))
  vi.stubGlobal('window', undefined)
  const { CleanHtml } = await import('./CleanHtml.tsx')
  // Tests after this one load a purifier of their own.
  vi.unstubAllGlobals()
  vi.doUnmock('dompurify')
  vi.resetModules()
  return { seen, CleanHtml }
}
const { seen, CleanHtml } = await load()

/** What becomes of an element with these attributes; null when it is removed. */
function after(tagName: string, attributes: Record<string, string>) {
  const left = new Map(Object.entries(attributes))
  let isThere = true
  seen.hook({
    tagName,
    getAttribute: (name: string) => left.get(name) ?? null,
    setAttribute: (name: string, value: string) => void left.set(name, value),
    removeAttribute: (name: string) => void left.delete(name),
    remove: () => (isThere = false),
  } as unknown as Element)
  return isThere ? Object.fromEntries(left) : null
}
const OUTSIDE = { target: '_blank', rel: 'noopener noreferrer' }

test.each<[string, string, object]>([
  ['a page of ours', '/order?tab=finished', { href: '/order?tab=finished' }],
  ['another site', 'https://other.example/a', { href: 'https://other.example/a', ...OUTSIDE }],
  ['another site in capitals', 'HTTPS://other.example', { href: 'HTTPS://other.example', ...OUTSIDE }],
  ['another site without its scheme', '//other.example', {}],
  ['another site behind a backslash', '/\\other.example', {}],
  ['an insecure site', 'http://other.example', {}],
  ['a script', 'javascript:alert(1)', {}],
  ['data', 'data:text/html,hello', {}],
  ['a relative path', 'order', {}],
])('a link to %s leads only where it may', (_, href, left) => {
  expect(after('A', { href })).toEqual(left)
})

test.each([
  ['/media/0a6f4f0e-8a60-4c7e-9a53-0f2f6c9c2b11.jpg', true],
  ['/media/a.png', false],
  ['/media/../a.jpg', false],
  ['https://other.example/media/a.jpg', false],
  ['/media/a.jpg?x', false],
])('a picture at %s is kept: %s', (src, is) => {
  expect(after('IMG', { src }) !== null).toBe(is)
})

test('only plain text elements are allowed, and three attributes', () => {
  expect(renderToStaticMarkup(<CleanHtml html="text" onGo={() => {}} className="more" />)).toBe(
    '<div class="prose more">clean text</div>',
  )
  expect(seen.allowed).toEqual({
    ALLOWED_TAGS:
      'p br b strong i em u ul ol li h3 h4 a img table thead tbody tr th td blockquote code'.split(' '),
    ALLOWED_ATTR: ['href', 'src', 'alt'],
    ALLOW_DATA_ATTR: false,
  })
})
