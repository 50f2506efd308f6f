import type { ContentItem } from '@tickmark/wire/routes/operators/content'
import { expect, test } from 'vitest'
import { answer, askedAt, at, drawn, drawnScreen, page } from '../../app/drawn.testing.tsx'
import type { Reply } from '../../api/api.ts'
import { ContentBadge } from './ContentBadge.tsx'
import { PublishPanel } from './PublishPanel.tsx'

const ITEM: ContentItem = {
  id: 7,
  kind: 'answer',
  key: 'k',
  title: 'How to begin',
  area: 'start',
  type: 3,
  source: 'Desk',
  picture: '/media/p.jpg',
  state: 'published',
  publishAt: at('08:00:01'),
  languages: ['english', 'korean'],
}
const DRAFT: ContentItem = {
  ...ITEM,
  id: 8,
  title: 'New',
  area: null,
  type: null,
  source: '',
  picture: '',
  state: 'draft',
  publishAt: null,
  languages: [],
}
const revision = (number: number, contentLanguage: 'english' | 'korean', title: string) => ({
  number,
  contentLanguage,
  title,
  raw: `<p>raw ${number}</p>`,
  clean: `<p>clean ${number}</p>`,
  at: at(`08:00:0${number}`),
  by: `0xB000000${number}000000000000000000000000b00000${number}b`,
})
const READ: Reply<'consoleContentRead'> = {
  item: ITEM,
  revisions: [
    revision(1, 'english', 'Old'),
    revision(2, 'english', 'How to begin'),
    revision(3, 'korean', '시작'),
  ],
}

test('content of a kind tells number, title, state, since when, and its languages', async () => {
  const answers = [
    page('consoleContentList', { kind: 'answer', pageSize: 50 }, { list: [ITEM, DRAFT], total: 2 }),
  ]
  expect(await drawnScreen('/content?kind=answer', { answers })).toBe(
    [
      'Content | → /content/new?kind=answer | New draft | [Filters] | Kind | News | Notices | ●',
      'Questions and answers | Hints on pages | Support’s frequent answers | [Questions and answers]',
      'No. | Title | State | Published from | Languages | 7 | How to begin | (good) | Published',
      'Nov 7, 2026 08:00:01 | English · 한국어 | 8 | New | (plain) | Draft | – | [Questions and answers]',
      '2 rows',
    ].join(' | '),
  )
  expect(await askedAt('/content?kind=answer')).toEqual([
    '/api/console/content {"kind":"answer","pageSize":50} 4000',
  ])
  expect(await askedAt('/content?kind=x')).toEqual([
    '/api/console/content {"kind":"news","pageSize":50} 4000',
  ])
})

const item = (path: string, read = READ) =>
  drawnScreen(path, { answers: [answer('consoleContentRead', { id: 7 }, read)] })

test('an item tells the newest text of the chosen language, when it is published, and every revision', async () => {
  expect(await item('/content/7')).toBe(
    [
      '→ /content?kind=answer | Content | How to begin | (good) | Published | [Language] | ☑ | English',
      '☐ | 日本語 (not written) | ☐ | 한국어 | ☐ | العربية (not written) | ☐ | 简体中文 (not written) | Text',
      'Title | «How to begin» | ≤ 200 | Text in HTML | <p>raw 2</p> | off | Save the revision',
      '[Choose a picture file] | Picture | As readers see it | [Light] | How to begin | raw 2 | [Dark]',
      'How to begin | raw 2',
      'Cleaned like on the page: what is not allowed is missing here. A new picture shows once the revision is saved.',
      'Publishing',
      'Readers without a text in their language get the English one. A published item shows each new revision at once.',
      'off | Publish now | Withdraw | Or from | «» | off | Schedule | About it | Kind',
      'Questions and answers | Section | First steps | Type | 3 | Source | Desk | Published from',
      'Nov 7, 2026 08:00:01 | Picture beside the text ← /media/p.jpg | Revisions | [Revisions]',
      '[Revisions] | No. | Language | Title | Written | By | 3 | 한국어 | 시작 | Nov 7, 2026 08:00:03',
      '0xB00000…00003b | 2 | English | How to begin | Nov 7, 2026 08:00:02 | 0xB00000…00002b | 1',
      'English | Old | Nov 7, 2026 08:00:01 | 0xB00000…00001b',
    ].join(' | '),
  )
  expect(await askedAt('/content/7')).toEqual(['/api/console/content/item {"id":7} 5000'])
  expect(await item('/content/7?text=korean')).toContain('«시작»')
  expect(await item('/content/7?text=x')).toContain('«How to begin»')
})

test('an unwritten language is empty, and a draft is taken off by nobody', async () => {
  expect(await item('/content/7?text=arab', { item: DRAFT, revisions: [] })).toBe(
    [
      '→ /content?kind=answer | Content | Item 7 | (plain) | Draft | [Language] | ☐',
      'English (not written) | ☐ | 日本語 (not written) | ☐ | 한국어 (not written) | ☑',
      'العربية (not written) | ☐ | 简体中文 (not written) | Text | Title | «» | ≤ 200 | Text in HTML | off',
      'Save the revision | [Choose a picture file] | Picture | As readers see it | [Light] | … | [Dark]',
      '…',
      'Cleaned like on the page: what is not allowed is missing here. A new picture shows once the revision is saved.',
      'Publishing',
      'Readers without a text in their language get the English one. A published item shows each new revision at once.',
      'Publish now | Or from | «» | off | Schedule | About it | Kind | Questions and answers',
      'Revisions | Nothing of this kind',
    ].join(' | '),
  )
})

test('a published or scheduled item can be taken off, and not be published twice', async () => {
  const states = ['draft', 'scheduled', 'published', 'withdrawn'] as const
  const panels = await Promise.all(states.map((state) => drawn(<PublishPanel item={{ ...ITEM, state }} />)))
  expect(panels).toEqual([
    'Publishing | Readers without a text in their language get the English one. A published item shows each new revision at once. | Publish now | Or from | «» | off | Schedule',
    'Publishing | Readers without a text in their language get the English one. A published item shows each new revision at once. | Publish now | Withdraw | Or from | «» | off | Schedule',
    'Publishing | Readers without a text in their language get the English one. A published item shows each new revision at once. | off | Publish now | Withdraw | Or from | «» | off | Schedule',
    'Publishing | Readers without a text in their language get the English one. A published item shows each new revision at once. | Publish now | Or from | «» | off | Schedule',
  ])
  const badges = states.map((state) => <ContentBadge key={state} state={state} />)
  expect(await drawn(<>{badges}</>)).toBe(
    '(plain) | Draft | (caution) | Scheduled | (good) | Published | (wrong) | Withdrawn',
  )
})

test.each(['news', 'notice', 'answer', 'text', 'reply'])(
  'a draft of kind %s has its fields',
  async (kind) => {
    const text = await drawnScreen(`/content/new?kind=${kind}`)
    const fields = ['Section', 'Shown on', 'Source', '[Choose a picture file]'].filter((one) =>
      text.includes(`| ${one} |`),
    )
    const expected: Record<string, string[]> = {
      news: ['Source', '[Choose a picture file]'],
      answer: ['Section'],
      text: ['Shown on'],
    }
    expect(fields).toEqual(expected[kind] ?? [])
  },
)

test('a draft begins empty, as news unless its address says another kind', async () => {
  expect(await drawnScreen('/content/new?kind=x')).toBe(
    [
      '→ /content?kind=news | Content | New draft | English text | Kind | ● | News | Notices',
      'Questions and answers | Hints on pages | Support’s frequent answers | Title | «» | ≤ 200',
      'Source | «» | ≤ 120 | [Choose a picture file] | Picture | Text in HTML | off | Save the draft',
      'As readers see it | [Light] | … | [Dark] | …',
      'Cleaned like on the page: what is not allowed is missing here. A new picture shows once the revision is saved.',
    ].join(' | '),
  )
})
