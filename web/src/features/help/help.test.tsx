import { PRICE_RULES } from '@tickmark/core/orders/pricing'
import { beforeEach, expect, test } from 'vitest'
import { answered, asVisitor, drawn, drawnLinks, withHtml } from '../../app/drawn.testing.tsx'
import type { AnswerItem } from '@tickmark/wire/routes/content'
import { GuidePage } from './GuidePage.tsx'
import { STEPS } from './guideSteps.ts'

const { HelpPage } = await withHtml(() => import('./HelpPage.tsx'))
const { AnswersPage } = await import('./AnswersPage.tsx')

const answer = (id: number, area: AnswerItem['area'], title: string): AnswerItem => {
  return { id, area, title, html: `About: ${title}` }
}
const LIST = [
  answer(1, 'start', 'How do I join?'),
  answer(2, 'orders', 'What is an order?'),
  answer(3, 'start', 'What does it cost?'),
  answer(5, 'start', 'Who runs it?'),
  answer(8, 'glossary', 'Tick'),
  answer(9, 'glossary', 'Edge'),
]
beforeEach(() => {
  asVisitor()
  answered('getAnswerArea', {}, { list: LIST })
  answered(
    'getLimitTimeType',
    {},
    { list: [], marginPpm: PRICE_RULES.marginPpm, chancesPpm: [...PRICE_RULES.chancesPpm] },
  )
})

test('the help lists its questions by area, its terms by name, and what a search finds', async () => {
  expect(await drawn(<HelpPage />)).toBe(
    [
      'Back | Help | Search the help | More help | Your first order | A short guide with drawings',
      'The house’s record | What the house did against what it promised, day by day',
      'One question at a time | All questions, each on a page of its own | Ask support',
      'A person answers | Parts of the help | (chosen) | Questions | Glossary | Getting started',
      'How do I join? | What does it cost? | Who runs it? | Orders and prices | What is an order?',
    ].join(' | '),
  )
  expect(await drawnLinks(<HelpPage />)).toEqual(['/guide', '/house-record', '/qa'])
  expect(await drawn(<HelpPage />, '/help?tab=glossary')).toBe(
    [
      'Back | Help | Search the help | More help | Your first order | A short guide with drawings',
      'The house’s record | What the house did against what it promised, day by day',
      'One question at a time | All questions, each on a page of its own | Ask support',
      'A person answers | Parts of the help | Questions | (chosen) | Glossary | Edge | About: Edge',
      'Tick | About: Tick',
    ].join(' | '),
  )
  expect(await drawn(<HelpPage />, '/help?q=tick')).toBe(
    [
      'Back | Help | Search the help | tick | Clear the search | 1 found | Glossary | Tick',
      'About: Tick',
    ].join(' | '),
  )
  expect(await drawn(<HelpPage />, '/help?q=order')).toBe(
    [
      'Back | Help | Search the help | order | Clear the search | 1 found | Questions | What is an',
      'order | ?',
    ].join(' | '),
  )
  expect(await drawn(<HelpPage />, '/help?q=zebra')).toBe(
    [
      'Back | Help | Search the help | zebra | Clear the search | 0 found | Nothing found for “zebra”',
      'Try another word or fewer words, or ask support. | Ask support',
    ].join(' | '),
  )
})

test('one question stands between its neighbours of the same area', async () => {
  const at = (path: string) => drawn(<AnswersPage />, path)
  expect(await at('/qa')).toBe(
    [
      'Back | Questions and answers | Getting started | How do I join? | What does it cost?',
      'Who runs it? | Orders and prices | What is an order?',
    ].join(' | '),
  )
  expect(await at('/qa?id=1')).toBe(
    [
      'Back | Questions and answers | Getting started | How do I join? | About: How do I join?',
      'Did this help? | If not, write to support. A person reads it. | Ask support | More in this part',
      'Next question | What does it cost? | All questions',
    ].join(' | '),
  )
  expect(await at('/qa?id=3')).toBe(
    [
      'Back | Questions and answers | Getting started | What does it cost? | About: What does it cost?',
      'Did this help? | If not, write to support. A person reads it. | Ask support | More in this part',
      'Previous question | How do I join? | Next question | Who runs it? | All questions',
    ].join(' | '),
  )
  expect(await drawnLinks(<AnswersPage />, '/qa?id=3')).toEqual(['/qa?id=1', '/qa?id=5', '/qa'])
  expect((await at('/qa?id=5')).split(' | ').slice(-3)).toEqual([
    'Previous question',
    'What does it cost?',
    'All questions',
  ])
  expect(await at('/qa?id=7')).toBe(
    [
      'Back | Questions and answers | This question is not here any more',
      'It was taken off or its address is wrong. | All questions',
    ].join(' | '),
  )
  answered('getAnswerArea', {}, { list: [] })
  expect(await at('/qa')).toBe(
    [
      'Back | Questions and answers | No answers have been published yet',
      'Until then support answers your questions. | Ask support',
    ].join(' | '),
  )
})

test.each([
  ['', 1],
  ['?step=1', 1],
  ['?step=2', 2],
  ['?step=3', 3],
  ['?step=4', 4],
  ['?step=5', 5],
  ['?step=6', 6],
  ['?step=7', 6],
  ['?step=0', 1],
  ['?step=-1', 1],
  ['?step=1.5', 1],
  ['?step=x', 1],
])('the guide at %s is at step %i', async (search, step) => {
  const told = await drawn(<GuidePage />, `/guide${search}`)
  expect(told).toContain(`Step ${step} of ${STEPS.length}`)
  expect(told.split(' | ').filter((one) => one === 'Back')).toHaveLength(step > 1 ? 2 : 1)
})

test('the first step of the guide can be skipped, and the last one opens a coin', async () => {
  const first = await drawn(<GuidePage />)
  expect(first).toBe(
    [
      'Back | Your first order | Skip | Step 1 of 6 | Step 1 of 6 | 17%',
      'An order asks where a price will be',
      'A price line. From the entry price a level line runs to the end; above it Up wins. The line ends above it.',
      'Up wins here | Entry price | Settlement price | Entry price | Settlement price | Up wins here',
      'You choose a coin, a duration, Up or Down, and a stake. Up wins if the settlement price is above your entry price, Down if it is below.',
      'Your entry price is the first price at least half a second after your order was accepted, so it is not written yet when you order. The settlement price is the median of the last prices before the end, so no single price decides.',
      'Next',
    ].join(' | '),
  )
  expect(await drawn(<GuidePage />, '/guide?step=6')).toBe(
    [
      'Back | Your first order | To the help | Step 6 of 6 | Step 6 of 6 | 100%',
      'Check every result yourself',
      'Three entries of the log in a row: ticket, entry price, settlement price. All of them are checked together.',
      'Ticket | Entry price | Settlement price | checked | Ticket | Entry price | Settlement price',
      'checked',
      'A finished order has a receipt: your terms, the prices that decided and the house’s signatures. You find it under Orders, Closed. Your device checks it and says whether it holds.',
      'Or download it and check it on any computer, without us and without a network:',
      'node verify.mjs receipt.html',
      'The simulated account is for practice: its money is worth nothing, and you can reset it once in 24 hours.',
      'Back | Open a coin in the simulated account',
    ].join(' | '),
  )
})

test('the guide states margin, chance and loss with the figures of the rules', async () => {
  const step = async (n: number) =>
    (await drawn(<GuidePage />, `/guide?step=${n}`)).split(' | ').slice(4).join(' | ')
  expect(await step(2)).toBe(
    [
      'Step 2 of 6 | 33% | The further the price has to go, the smaller the chance | now',
      '35% to finish here | Chance to win | Profit | 50% | +92% | 35% | +174% | 20% | +380%',
      'Each return range shows how likely it wins and what it pays. A larger profit always means a smaller chance.',
      'The chance comes from a model of how much the price has moved lately. It is an estimate, not a promise.',
      'Back | Next',
    ].join(' | '),
  )
  expect(await step(3)).toBe(
    [
      'Step 3 of 6 | 50% | The house keeps a margin of 4% | Chance to win | 50% | Chance you would need',
      '52.08% | 40% | 60% | At a chance of 50% a profit of +100% would be even. You get +92%.',
      'So you would have to win 52.08% of such orders to break even: 1 divided by (1 + profit). That is more than your chance. Both figures stand on every order before you place it.',
      'Back | Next',
    ].join(' | '),
  )
  expect(await step(4)).toBe(
    [
      'Step 4 of 6 | 67% | If you lose, the whole stake is gone | 100 orders as dots: 50 win, 50 lose.',
      '50 win | 50 lose | Paid in | 1,000 USDT | Came back | 960 USDT | Difference | −40 USDT',
      'It does not matter how close it was. And the margin works in every order: on average, orders lose it.',
      'An example: 100 orders of 10 USDT at a chance of 50%. 1,000 USDT go in, on average 960 USDT come back, 40 USDT less. With luck it is more, without it is less, and the more orders you place, the closer you come to that average. Stake only what you can do without.',
      'Back | Next',
    ].join(' | '),
  )
  answered('getLimitTimeType', {}, { list: [], marginPpm: 25_000, chancesPpm: [400_000, 100_000] })
  expect(await step(3)).toBe(
    [
      'Step 3 of 6 | 50% | The house keeps a margin of 2.5% | Chance to win | 40%',
      'Chance you would need | 41.15% | 40% | 60%',
      'At a chance of 40% a profit of +150% would be even. You get +143%.',
      'So you would have to win 41.15% of such orders to break even: 1 divided by (1 + profit). That is more than your chance. Both figures stand on every order before you place it.',
      'Back | Next',
    ].join(' | '),
  )
  expect(await step(4)).toBe(
    [
      'Step 4 of 6 | 67% | If you lose, the whole stake is gone | 100 orders as dots: 40 win, 60 lose.',
      '40 win | 60 lose | Paid in | 1,000 USDT | Came back | 972 USDT | Difference | −28 USDT',
      'It does not matter how close it was. And the margin works in every order: on average, orders lose it.',
      'An example: 100 orders of 10 USDT at a chance of 40%. 1,000 USDT go in, on average 972 USDT come back, 28 USDT less. With luck it is more, without it is less, and the more orders you place, the closer you come to that average. Stake only what you can do without.',
      'Back | Next',
    ].join(' | '),
  )
})
