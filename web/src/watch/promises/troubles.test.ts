import { expect, test } from 'vitest'
import type { PromiseTrouble } from './kept/trouble.ts'
import { promiseAlarms, type PromiseAlarm } from './promiseAlarm.ts'
import { accuse, dismiss, setTrouble, showEvidence } from './troubles.ts'

/** Without a store of the browser, this tab keeps it. */
const shownOf = (order: string) => promiseAlarms.get().filter((one) => one.order === order)
const alarm = (order: string, trouble: PromiseTrouble): PromiseAlarm => ({ order, trouble, evidence: null })

test('evidence against the house stays until its owner has dismissed it, whatever the house shows later', async () => {
  const evidence = { format: 'tickmark-promise/1' }
  await accuse({ order: 'a', trouble: 'terms', evidence })
  setTrouble('ticket a', alarm('a', 'unlogged'))
  // The house gives a sound ticket after all, and logs it.
  setTrouble('ticket a', null)
  expect(shownOf('a')).toEqual([{ order: 'a', trouble: 'terms', evidence, keptAs: 'terms a' }])
  await accuse({ order: 'a', trouble: 'terms', evidence: { format: 'another' } })
  expect(shownOf('a')).toMatchObject([{ evidence }])
  await dismiss('terms a')
  await accuse({ order: 'a', trouble: 'terms', evidence })
  await showEvidence()
  expect(shownOf('a')).toEqual([])
  await accuse({ order: 'a', trouble: 'contradicted', evidence })
  expect(shownOf('a')).toMatchObject([{ trouble: 'contradicted' }])
})

test.each<[string, PromiseTrouble, PromiseTrouble | null, PromiseTrouble[]]>([
  ['what is not shown', 'unlogged', 'unshown', ['unlogged']],
  ['the owner being signed out', 'overdue', 'signedOut', ['overdue']],
  ['what is worse', 'unshown', 'overdue', ['overdue']],
  ['another falsehood', 'overdue', 'result', ['result']],
  ['a fact', 'unlogged', null, []],
])('a trouble gives way to %s as it should', (name, before, after, shown) => {
  setTrouble(name, alarm(name, before))
  setTrouble(name, after && alarm(name, after))
  expect(shownOf(name).map(({ trouble }) => trouble)).toEqual(shown)
})

test('what is false stands before what is late', () => {
  setTrouble('late', alarm('b', 'unshown'))
  setTrouble('false', alarm('b', 'line'))
  expect(shownOf('b').map(({ trouble }) => trouble)).toEqual(['line', 'unshown'])
})
