import { expect, test } from 'vitest'
import { anOperator, answer, askedAt, drawnScreen, page } from '../../app/drawn.testing.tsx'
import { aProposal } from '../../kit/proposals/aProposal.testing.ts'

test('the list tells kind, state, who asked, why, and since when', async () => {
  const list = [aProposal(), aProposal({ id: 'b', kind: 'unheard.of', reason: 'Because' })]
  const answers = [page('consoleProposals', { state: 'open' }, { list, next: null, waiting: 1 })]
  expect(await drawnScreen('/proposals', { answers })).toBe(
    [
      'Proposals | [Filters] | State | Every state | ● | Open | Approved | Refused | Withdrawn',
      'Expired | [Proposals] | What | State | Asked by | Reason | Asked | Move house money | (caution)',
      'Open | Bob | The bankroll is low | 20 min | unheard.of | (caution) | Open | Bob | Because',
      '20 min | [Proposals] | 2 rows',
    ].join(' | '),
  )
})

test('nothing to decide is told', async () => {
  const answers = [page('consoleProposals', { state: 'open' }, { list: [], next: null, waiting: 0 })]
  expect(await drawnScreen('/proposals', { answers })).toBe(
    [
      'Proposals | [Filters] | State | Every state | ● | Open | Approved | Refused | Withdrawn',
      'Expired | No proposals | What takes two operators waits here for the second one.',
    ].join(' | '),
  )
})

test('the list asks for the chosen state', async () => {
  expect(await askedAt('/proposals')).toEqual(['/api/console/proposals {"state":"open"} 2000'])
  expect(await askedAt('/proposals?state=expired')).toEqual([
    '/api/console/proposals {"state":"expired"} 2000',
  ])
  expect(await askedAt('/proposals?state=every')).toEqual(['/api/console/proposals {} 2000'])
})

test('one proposal stands under the name of its kind and its state', async () => {
  const proposal = aProposal({ id: '7', kind: 'rules.change' })
  const answers = [answer('consoleProposal', { id: '7' }, { proposal, effect: [], obstacle: null })]
  expect(await drawnScreen('/proposals/7', { answers, operator: anOperator('admin') })).toBe(
    [
      '→ /proposals | Proposals | Change the rules for new orders | (caution) | Open | What | Asked by',
      'Bob | Asked at | Nov 7, 2026 11:40:00 | Reason | The bankroll is low | SHA-256 of the payload',
      'f00df00d…0df00d | Time left | 40 min | Approve | Refuse',
    ].join(' | '),
  )
  expect(await askedAt('/proposals/7')).toEqual(['/api/console/proposal {"id":"7"} 3000'])
})
