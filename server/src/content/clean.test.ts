import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PAYLOADS } from '../../../e2e/support/house/payloads.ts'
import { cleanHtml, cleanText, cleanTitle, isBlank, picturesIn, plainText } from './clean.ts'

const PICTURE = '3f0b7ae0-0e6a-4a5a-8900-3025ea2635fa'
const OUT = 'rel="noopener noreferrer" target="_blank"'

const TABLE: [says: string, raw: string, clean: string][] = [
  ['text stays text', 'a < b & c > d', 'a &lt; b &amp; c &gt; d'],
  [
    'every tag of the list stays',
    '<h3>a</h3><h4>b</h4><p>c<br>d <b>e</b> <strong>f</strong> <i>g</i> <em>h</em> <u>i</u> <code>j</code></p>',
    '<h3>a</h3><h4>b</h4><p>c<br />d <b>e</b> <strong>f</strong> <i>g</i> <em>h</em> <u>i</u> <code>j</code></p>',
  ],
  ['lists stay', '<ul><li>a</li></ul><ol><li>b</li></ol>', '<ul><li>a</li></ul><ol><li>b</li></ol>'],
  [
    'tables stay, their measures go',
    '<table border=1><thead><tr><th colspan=2>a</th></tr></thead><tbody><tr><td>b</td></tr></tbody></table>',
    '<table><thead><tr><th>a</th></tr></thead><tbody><tr><td>b</td></tr></tbody></table>',
  ],
  ['quotations stay', '<blockquote>a</blockquote>', '<blockquote>a</blockquote>'],
  ['other elements go, their text stays', '<div><span>a</span><h1>b</h1></div>', 'ab'],
  ['scripts go with what is in them', 'a<script>alert(1)</script>b', 'ab'],
  [
    'styles, frames and drawings too',
    '<style>p{}</style><iframe>x</iframe><svg><p>y</p></svg><math>z</math>a',
    'a',
  ],
  ['forms go', '<form action=/x><input name=a><button>b</button></form>', 'b'],
  ['comments go', 'a<!-- b --><![CDATA[c]]>', 'a'],
  ['no attribute stays', '<p class=a id=b style="color:red" onclick=c data-d=e dir=rtl>f</p>', '<p>f</p>'],
  ['what is open is closed', '<p>a<b>b', '<p>a<b>b</b></p>'],
  ['what was never open is nothing', 'a</b></div>', 'a'],
  [
    'an https link opens apart',
    '<a href="https://a.example/b?c=1&d=2">e</a>',
    `<a href="https://a.example/b?c=1&amp;d=2" ${OUT}>e</a>`,
  ],
  [
    'however it is written',
    '<A HREF=" HTTPS://A.Example ">b</A>',
    `<a href="https://a.example/" ${OUT}>b</a>`,
  ],
  [
    'a foreign name is shown for what it is',
    '<a href="https://аpple.com/">a</a>',
    `<a href="https://xn--pple-43d.com/" ${OUT}>a</a>`,
  ],
  [
    'a path of ours is a link',
    '<a href="/help?q=a#b" target=_top rel=x>c</a>',
    '<a href="/help?q=a#b">c</a>',
  ],
  ['http is no link', '<a href="http://a.example">b</a>', '<a>b</a>'],
  ['another site by two slashes is no link', '<a href="//a.example">b</a>', '<a>b</a>'],
  ['nor by a slash and its mirror image', '<a href="/\\a.example">b</a>', '<a>b</a>'],
  ['nor by a tab between them', '<a href="/\t/a.example">b</a>', '<a>b</a>'],
  ['nor by a written one', '<a href="/&#x9;/a.example">b</a>', '<a>b</a>'],
  ['nor is a place on the page', '<a href="#b">b</a>', '<a>b</a>'],
  ['nor a script', '<a href="javascript:alert(1)">b</a>', '<a>b</a>'],
  ['nor a name before the host', '<a href="https://tickmark.example@a.example/">b</a>', '<a>b</a>'],
  ['nor a password alone', '<a href="https://:bank.example@a.example/">b</a>', '<a>b</a>'],
  ['nor both', '<a href="https://bank.example:443@a.example/">b</a>', '<a>b</a>'],
  ['nor one that is no address', '<a href="https://">b</a>', '<a>b</a>'],
  [
    'a picture of ours stays',
    `<img src="/media/${PICTURE}.jpg" alt="a" width=9>`,
    `<img src="/media/${PICTURE}.jpg" alt="a" />`,
  ],
  [
    'it has an alternative text, if an empty one',
    `<img src="/media/${PICTURE}.jpg">`,
    `<img src="/media/${PICTURE}.jpg" alt="" />`,
  ],
  [
    'a quote in that text stays in it',
    `<img src="/media/${PICTURE}.jpg" alt='"><b>'>`,
    `<img src="/media/${PICTURE}.jpg" alt="&quot;&gt;&lt;b&gt;" />`,
  ],
  [
    'a picture from elsewhere goes',
    'a<img src="https://a.example/a.jpg">b<img src="data:image/png;base64,AA">c',
    'abc',
  ],
  ['a chat’s picture is not for everybody', `<img src="/api/files/${PICTURE}">a`, 'a'],
  ['a path that leads up goes', '<img src="/media/../x.jpg">a', 'a'],
  ['control characters go', 'a\u0000b\u0007c\u009fd\ne\tf', 'abcd\ne\tf'],
  ['half a character is a replacement', 'a\ud800b', 'a\ufffdb'],
]

test.each(TABLE)('in content %s', (_says, raw, clean) => {
  expect(cleanHtml(raw)).toBe(clean)
  expect(cleanHtml(clean)).toBe(clean)
})

/**
 * Checked by a parser other than the cleaner's: text without brackets, and the listed tags with exactly their
 * attributes.
 */
const PLAIN = 'p|b|strong|i|em|u|ul|ol|li|h3|h4|table|thead|tbody|tr|th|td|blockquote|code'
const PIECE = new RegExp(
  [
    String.raw`[^<>\u0000-\u0008\u000b-\u001f\u007f-\u009f]+`,
    `</?(?:${PLAIN})>`,
    '<br />',
    '</?a>',
    String.raw`<a href="/(?![/\\])[^"<>\s\\]*">`,
    String.raw`<a href="https://[^"<>\s\\@]+(?:[/?#][^"<>\s\\]*)?" rel="noopener noreferrer" target="_blank">`,
    '<img src="/media/[0-9a-f-]{36}\\.jpg" alt="[^"<>]*" />',
  ]
    .map((piece) => `(?:${piece})`)
    .join('|'),
  'y',
)

/** The first disallowed part of a text; null when there is none. */
function strange(html: string): string | null {
  for (let at = 0; at < html.length;) {
    PIECE.lastIndex = at
    const found = PIECE.exec(html)?.[0]
    if (found === undefined) return html.slice(at, at + 80)
    at += found.length
  }
  return null
}

describe('any input', () => {
  test.each(PAYLOADS)('%s is reduced to allowed elements', (payload) => {
    const clean = cleanHtml(`<p>before</p>${payload}<p>after</p>`)
    expect(strange(clean)).toBeNull()
    expect(cleanHtml(clean)).toBe(clean)
  })

  test('random markup is reduced to allowed elements, and cleaning it again changes nothing', () => {
    const names = fc.constantFrom(
      ...'p b a img table tr td svg math style script title textarea template iframe form select noscript br div A IMG'.split(
        ' ',
      ),
    )
    const attribute = fc.constantFrom(
      ' href="/a"',
      ' href=//a',
      ' href="https://a.example/?\'"',
      ' src=x',
      ` src="/media/${PICTURE}.jpg"`,
      ' onload=a',
      ' style="a"',
      " alt='\"'",
      ' alt="<"',
      ' href="javascript:a"',
      ' =',
      ' "',
      ' x="',
    )
    const tag = fc
      .tuple(names, fc.array(attribute, { maxLength: 3 }))
      .map(([name, all]) => `<${name}${all.join('')}>`)
    const piece = fc.oneof(
      tag,
      names.map((name) => `</${name}>`),
      fc.constantFrom(
        ...'< > & " \' &lt; &#60; &amp;lt; <!-- --> <![CDATA[ ]]> </ /> <? a \u0000 \ud800 &nbsp;'.split(' '),
      ),
      fc.string({ maxLength: 6, unit: 'binary' }),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 24 }), (pieces) => {
        const clean = cleanHtml(pieces.join(''))
        expect(strange(clean)).toBeNull()
        expect(cleanHtml(clean)).toBe(clean)
      }),
      { numRuns: 4_000 },
    )
  })

  test('ten thousand nested elements are reduced to two dozen', () => {
    const clean = cleanHtml(`${'<b>'.repeat(10_000)}a`)
    expect(clean.match(/<b>/g)?.length).toBeLessThan(30)
    expect(clean).toContain('a')
  })

  test('the longest text that an editor may write is cleaned in negligible time', () => {
    for (const part of ['<', '<p ', '<a href="', '&', '<!--', '</p>', '<img src=']) {
      const before = process.cpuUsage()
      cleanHtml(part.repeat(40_000 / part.length))
      expect(process.cpuUsage(before).user / 1_000, part).toBeLessThan(3_000)
    }
  })
})

test('a title is one line of plain text', () => {
  expect(cleanTitle('  a\n\tb\u0000c  <b>d</b> ')).toBe('a b c <b>d</b>')
  expect(cleanTitle(' \n\u0000 ')).toBe('')
  expect(cleanText('a\r\nb\u0000')).toBe('a\nb')
})

test('a text shows something when it has a letter or a picture', () => {
  expect(['', ' ', '<p> </p>', '<p>\u00a0</p><br />', '<a></a>'].map(isBlank)).toEqual([
    true,
    true,
    true,
    true,
    true,
  ])
  expect(['a', '<p>a</p>', `<p><img src="/media/${PICTURE}.jpg" alt="" /></p>`].map(isBlank)).toEqual([
    false,
    false,
    false,
  ])
})

test('the pictures of a text are listed once each', () => {
  const html = cleanHtml(`<img src="/media/${PICTURE}.jpg"><img alt="a" src="/media/${PICTURE}.jpg">`)
  expect(picturesIn(html)).toEqual([PICTURE])
})

test.each([
  ['<p>1 &lt; 2 &amp;&amp; 3 &gt; 2</p><p>&quot;so&quot;</p>', '1 < 2 && 3 > 2\n\n"so"'],
  ['<p>a<br />b</p><ul><li>c</li></ul><p>&amp;lt;</p>', 'a\nb\n\nc\n\n&lt;'],
])('%j says %j without its markup', (clean, text) => {
  expect(plainText(clean)).toBe(text)
})
