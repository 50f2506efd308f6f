import { describe, expect, test } from 'vitest'
import { pieces, search, textOf } from './search.ts'

interface Row {
  language: string
  query: string
  title: string
  html: string
  /** The title with the matches in brackets; null when the item is not found. */
  shown: string | null
}

const TABLE: Row[] = [
  {
    language: 'english',
    query: 'RECEIPT',
    title: 'How do I check a receipt?',
    html: '',
    shown: 'How do I check a [receipt]?',
  },
  {
    language: 'english',
    query: 'order receipt',
    title: 'Receipt of an order',
    html: '',
    shown: '[Receipt] of an [order]',
  },
  {
    language: 'english',
    query: 'receipt fee',
    title: 'Receipts',
    html: '<p>There is no <b>fee</b>.</p>',
    shown: '[Receipt]s',
  },
  { language: 'english', query: 'receipt fee', title: 'Receipts', html: '<p>Free</p>', shown: null },
  {
    language: 'english',
    query: 'resume',
    title: 'Résumé of the day',
    html: '',
    shown: '[Résumé] of the day',
  },
  {
    language: 'english',
    query: "house's",
    title: 'The house’s margin',
    html: '',
    shown: 'The [house’s] margin',
  },
  ...(
    [
      ['fees', 'What is the fee?', 'What is the [fee]?'],
      ['withdrawals', 'How do I withdraw?', 'How do I [withdraw]?'],
      ['withdrawal', 'Why does my withdrawal wait?', 'Why does my [withdrawal] wait?'],
      ['withdrawal', 'How do I withdraw?', 'How do I [withdraw]?'],
      ['deposits', 'Where is my deposit?', 'Where is my [deposit]?'],
      ['losing money', 'Can I lose more money?', 'Can I [los]e more [money]?'],
      ['loss', 'Lost', null],
      ['this', 'Other things', null],
      ['bus', 'But', null],
      ['ring', 'Receipt', null],
      ['final', 'Find it', null],
    ] as const
  ).map(([query, title, shown]): Row => ({ language: 'english', query, title, html: '', shown })),
  { language: 'english', query: 'href', title: 'Links', html: '<a href="/x">there</a>', shown: null },
  { language: 'english', query: 'a&b', title: 'Both', html: '<p>a&amp;b</p>', shown: 'Both' },
  { language: 'japanese', query: 'れしーと', title: 'レシートの確認', html: '', shown: '[レシート]の確認' },
  {
    language: 'japanese',
    query: 'ﾚｼｰﾄ　確認',
    title: 'レシートの確認方法',
    html: '',
    shown: '[レシート]の[確認]方法',
  },
  { language: 'japanese', query: '引き分け', title: '結果', html: '<p>引き分けでは返却</p>', shown: '結果' },
  { language: 'japanese', query: 'か', title: 'がっこう', html: '', shown: null },
  {
    language: 'korean',
    query: '영수증',
    title: '영수증을 확인하려면',
    html: '',
    shown: '[영수증]을 확인하려면',
  },
  {
    language: 'korean',
    query: '영수즈',
    title: '영수증을 확인하려면',
    html: '',
    shown: '[영수증]을 확인하려면',
  },
  { language: 'korean', query: '출금 주소', title: '새 주소로 출금', html: '', shown: '새 [주소]로 [출금]' },
  { language: 'arab', query: 'الايصال', title: 'كيف أفحص إيصالًا؟', html: '', shown: 'كيف أفحص [إيصال]ًا؟' },
  { language: 'arab', query: 'محفظه', title: 'المحفظة', html: '', shown: 'ال[محفظة]' },
  { language: 'arab', query: 'هامش', title: 'هـامـش المنصة', html: '', shown: '[هـامـش] المنصة' },
  { language: 'arab', query: '24', title: 'خلال ٢٤ ساعة', html: '', shown: 'خلال [٢٤] ساعة' },
  { language: 'arab', query: 'علي', title: 'على الهاتف', html: '', shown: '[على] الهاتف' },
  { language: 'chinese', query: '收据', title: '怎样核验收据', html: '', shown: '怎样核验[收据]' },
  { language: 'chinese', query: '提现 地址', title: '新地址提现', html: '', shown: '新[地址提现]' },
  { language: 'chinese', query: 'ＵＳＤＴ', title: '什么是 USDT', html: '', shown: '什么是 [USDT]' },
  { language: 'chinese', query: '贷款', title: '收据', html: '<p>订单</p>', shown: null },
]

describe('a search of the answers', () => {
  test.each(TABLE)('in $language for "$query" in "$title"', ({ query, title, html, shown }) => {
    const [found] = search([{ title, html }], query)
    const text = found
      ? pieces(title, found.marks)
          .map((piece) => (piece.hit ? `[${piece.text}]` : piece.text))
          .join('')
      : null
    expect(text).toBe(shown)
  })

  test('lists matches in the title before matches in the text', () => {
    const items = [
      { title: 'Fees', html: 'of a withdrawal' },
      { title: 'Nothing', html: 'of either' },
      { title: 'Withdrawal fees', html: '' },
    ]
    expect(search(items, 'withdrawal fee').map((one) => one.item.title)).toEqual(['Withdrawal fees', 'Fees'])
  })

  test.each(['', '   ', '?', '،'])('with an empty query finds nothing: "%s"', (query) => {
    expect(search([{ title: 'a', html: 'a' }], query)).toEqual([])
  })
})

test('the searched text is the visible text of the HTML', () => {
  expect(textOf('<p>1 &lt; 2&nbsp;&#38; <a href="/x">3</a></p>').replace(/\s+/g, ' ').trim()).toBe(
    '1 < 2 & 3',
  )
  expect(textOf('1 &LT; &#x32;&#x110000;')).toBe('1 < 2&#x110000;')
})
